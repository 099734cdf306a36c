"""The language server: what the other rooms know of a file, in the words of the Language Server Protocol.

Nothing about chess is decided here. pygls (extra `lsp`) is imported by `server` alone.
"""
