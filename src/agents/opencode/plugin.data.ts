/**
 * The start of both plugins: asks the shim about an event, and returns its answer. Any failure of the shim is an error,
 * so that OpenCode does not run the tool. The code runs inside OpenCode and has no library but those of Node.
 */
const ask = `import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const isWindows = process.platform === "win32"
const script = fileURLToPath(new URL("../hooks/service-guard." + (isWindows ? "ps1" : "sh"), import.meta.url))
// By its path, because Windows looks for a program in the working folder first, which is that of the project.
const powerShell = (process.env.SystemRoot || "C:\\\\Windows") + "\\\\System32\\\\WindowsPowerShell\\\\v1.0\\\\powershell.exe"
const failure = "Blocked: the secrets hook cannot run. Run: service-cli system status"

function ask(event, request) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(failure))
    let text
    try {
      text = JSON.stringify(request)
    } catch {
      return fail()
    }
    const [program, ...args] = isWindows
      ? [powerShell, "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", script, event]
      : ["sh", script, event]
    const child = spawn(program, args, { cwd: request.cwd, stdio: ["pipe", "pipe", "ignore"] })
    const late = setTimeout(() => child.kill("SIGKILL"), 30000)
    let answer = ""
    child.stdout.setEncoding("utf8").on("data", (part) => (answer += part))
    child.stdin.on("error", () => undefined)
    child.stdin.end(text)
    child.on("error", fail)
    child.on("close", (code) => {
      clearTimeout(late)
      try {
        code === 0 ? resolve(JSON.parse(answer)) : fail()
      } catch {
        fail()
      }
    })
  })
}
`;

const header = '// Written by service-cli. Remove it with: service-cli integrate opencode --remove\n';

/**
 * The way in which a plugin of version 2 adds its hooks. Version 1 starts a core of version 2 without tools and sessions,
 * and other versions may have other events, so that a hook may be refused. A start that fails or waits could stop all of
 * OpenCode.
 */
const start2 = `
async function add(hooks) {
  const added = hooks.map(async ([domain, event, run]) => domain?.hook(event, run))
  const late = new Promise((resolve) => setTimeout(resolve, 5000).unref())
  await Promise.race([Promise.allSettled(added), late])
}
`;

/**
 * A hook that throws keeps the tool from running, or the message from being sent. Version 1 calls \`server\`, version 2 calls
 * \`setup\`; both read the default export only, where it is an object with an id.
 */
export const secretsPlugin = `${header}${ask}
async function check(event, request) {
  const answer = await ask(event, request)
  if (answer.decision !== "allow") throw new Error(answer.reason || failure)
}

// Returns the output of a tool as the model may see it.
async function shown(cwd, tool, response) {
  const answer = await ask("tool.execute.after", { cwd, tool_name: tool, tool_response: response })
  if (answer.decision === "allow") return response
  if (!answer.result) throw new Error(answer.reason || failure)
  return answer.result
}

const server = async ({ directory: cwd }) => ({
  "chat.message": async (_input, output) => {
    const texts = output.parts.map((part) => (part.type === "text" ? part.text : ""))
    const attachments = output.parts.filter((part) => part.type === "file" && part.url.startsWith("file:"))
    await check("chat.message", {
      cwd,
      prompt: texts.join("\\n"),
      attachments: attachments.map((part) => part.url.replace(/[?#].*/, "")),
    })
  },
  "tool.execute.before": async (input, output) => {
    await check("tool.execute.before", { cwd, tool_name: input.tool, tool_input: output.args })
  },
  "tool.execute.after": async (input, output) => {
    try {
      Object.assign(output, await shown(cwd, input.tool, output))
    } catch (error) {
      output.title = ""
      output.output = error.message
      output.metadata = {}
      // The result of a tool of a server.
      if (output.content) output.content = [{ type: "text", text: error.message }]
      if (output.structuredContent) output.structuredContent = {}
    }
  },
})
${start2}
const setup = async ({ location, session, tool }) => {
  const cwd = location?.directory || process.cwd()
  await add([
    [session, "prompt", async ({ prompt }) => {
      const uris = (prompt.files || []).map((file) => file.uri).filter((uri) => !uri.startsWith("data:"))
      const attachments = uris.map((uri) => uri.replace(/[?#].*/, ""))
      await check("chat.message", { cwd, prompt: prompt.text, attachments })
    }],
    [tool, "execute.before", async (event) => {
      await check("tool.execute.before", { cwd, tool_name: event.tool, tool_input: event.input || {} })
    }],
    [tool, "execute.after", async (event) => {
      const { result, error } = event
      const failed = error && { ...error, message: error.message, cause: String(error.cause) }
      try {
        const response = { result, failed }
        const masked = await shown(cwd, event.tool, response)
        if (masked === response) return
        if (error) event.error = withheld(error, masked.failed.message)
        else event.result = masked.result
      } catch ({ message }) {
        if (error) event.error = withheld(error, message)
        else event.result = { content: message }
      }
    }],
  ])
}

// The error keeps its class, and every field that could quote the output is replaced.
function withheld(error, message) {
  const fields = { message, stack: message, error: undefined, metadata: undefined }
  const described = Object.entries(fields).map(([name, value]) => [name, { value, writable: true }])
  return Object.create(error, Object.fromEntries(described))
}

export default { id: "service-guard", server, setup }
`;

/** A session starts without context when the hook fails. */
export const contextPlugin = `${header}${ask}
function contextOf(cwd) {
  let context
  return async () => {
    context ??= ask("session.start", { cwd }).catch(() => ({}))
    return (await context).additionalContext
  }
}

const server = async ({ directory }) => {
  const context = contextOf(directory)
  return {
    "experimental.chat.system.transform": async (_input, output) => {
      const text = await context()
      if (text) output.system.push(text)
    },
  }
}
${start2}
const setup = async ({ location, session }) => {
  const context = contextOf(location?.directory || process.cwd())
  await add([[session, "context", async (event) => {
    const text = await context()
    if (text) event.system.push({ type: "text", text })
  }]])
}

export default { id: "service-context", server, setup }
`;
