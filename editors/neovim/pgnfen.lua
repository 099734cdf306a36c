-- Neovim 0.7 or later: put this into ~/.config/nvim/lua/ and `require("pgnfen")` in init.lua.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = { "*.pgn", "*.epd", "*.fen" },
  command = "setfiletype pgn",
})

local config = {
  name = "pgnfen",
  cmd = { "pgnfen", "lsp" },
  root_dir = vim.fn.getcwd(),
  flags = { debounce_text_changes = 50 },
}
local client -- of Neovim 0.7, which starts each client by hand

vim.api.nvim_create_autocmd("FileType", {
  pattern = "pgn",
  callback = function(event)
    if vim.lsp.start then
      vim.lsp.start(config, { bufnr = event.buf })
    else
      client = client or vim.lsp.start_client(config)
      vim.lsp.buf_attach_client(event.buf, client)
    end
    vim.keymap.set("n", "K", vim.lsp.buf.hover, { buffer = event.buf })
    vim.keymap.set("n", "gd", vim.lsp.buf.definition, { buffer = event.buf })
    vim.keymap.set("n", "<leader>a", vim.lsp.buf.code_action, { buffer = event.buf })
  end,
})

return config
