;;; pgnfen.el --- PGN, EPD and FEN by pgnfen and eglot -*- lexical-binding: t -*-

;; Emacs 29 has eglot; Emacs 26 to 28 have it as a package.  Load this file in init.el.

(require 'eglot)

(define-derived-mode pgnfen-mode text-mode "PGN"
  "Chess games and positions, as pgnfen reads them."
  (setq-local comment-start ";"))

(add-to-list 'auto-mode-alist '("\\.\\(pgn\\|epd\\|fen\\)\\'" . pgnfen-mode))
(add-to-list 'eglot-server-programs '(pgnfen-mode . ("pgnfen" "lsp")))
(add-hook 'pgnfen-mode-hook #'eglot-ensure)

(provide 'pgnfen)
;;; pgnfen.el ends here
