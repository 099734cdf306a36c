-- Asks the server that editors/neovim/pgnfen.lua starts, as a user would; writes what comes to the file of PGNFEN_ANSWERS.
local function wait(what, done)
  if not vim.wait(20000, done, 20) then
    vim.api.nvim_err_writeln("nothing came: " .. what)
    vim.cmd("cquit 3")
  end
end

local answers = {}
local function diagnostics()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, { line = one.lnum, column = one.col, code = one.code, message = one.message })
  end
  return found
end
local function ask(method, params)
  local results = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, one in pairs(results or {}) do
    return one.result
  end
end

wait("a finding", function() return #vim.diagnostic.get(0) > 0 end)
answers.first = diagnostics()

vim.api.nvim_win_set_cursor(0, { 5, 4 })
answers.hover = ask("textDocument/hover", vim.lsp.util.make_position_params()).contents.value

local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {}, only = { "quickfix" } }
local client
for _, one in pairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do client = one end
vim.api.nvim_win_set_cursor(0, { 3, 0 })
params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
local actions = ask("textDocument/codeAction", params)
answers.actions = vim.tbl_map(function(one) return one.title end, actions)
for _, one in ipairs(actions) do
  if one.edit and one.title:match("^Fix S101") then
    vim.lsp.util.apply_workspace_edit(one.edit, client.offset_encoding)
    break
  end
end
wait("no finding behind the fix", function() return #vim.diagnostic.get(0) == 0 end)
answers.fixed = vim.api.nvim_buf_get_lines(0, 0, -1, false)

-- A typed fault, behind characters of two UTF-16 units.
vim.api.nvim_buf_set_text(0, 5, 3, 5, 6, { "Kd9" })
wait("a finding behind an edit", function() return #vim.diagnostic.get(0) > 0 end)
answers.typed = diagnostics()

local file = io.open(os.getenv("PGNFEN_ANSWERS"), "w")
file:write(vim.fn.json_encode(answers))
file:close()
vim.cmd("quitall!")
