/**
 * The start of both plugins: asks the shim about an event, and returns its answer. Any failure of the shim is an error,
 * so that OpenCode does not run the tool. The code runs inside OpenCode and has no library but those of Node.
 */
const ask = `import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const isWindows = process.platform === "win32"
const script = fileURLToPath(new URL("../hooks/service-guard." + (isWindows ? "ps1" : "sh"), import.meta.url))
const failure = "Blocked: the secrets hook cannot run. Run: service-cli system status"

function ask(event, request) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(failure))
    const [program, ...args] = isWindows
      ? ["powershell", "-NoProfile", "-ExecutionPolicy", "Bypass", "-File", script, event]
      : ["sh", script, event]
    const child = spawn(program, args, { cwd: request.cwd, stdio: ["pipe", "pipe", "ignore"] })
    const late = setTimeout(() => child.kill("SIGKILL"), 30000)
    let answer = ""
    child.stdout.setEncoding("utf8").on("data", (text) => (answer += text))
    child.stdin.on("error", () => undefined)
    child.stdin.end(JSON.stringify(request))
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

/** A hook that throws keeps the tool from running, or the message from being sent. */
export const secretsPlugin = `${header}${ask}
async function check(event, request) {
  const answer = await ask(event, request)
  if (answer.decision !== "allow") throw new Error(answer.reason || failure)
}

export const ServiceGuard = async ({ directory }) => ({
  "chat.message": async (_input, output) => {
    const texts = output.parts.map((part) => (part.type === "text" ? part.text : ""))
    const attachments = output.parts.filter((part) => part.type === "file" && part.url.startsWith("file:"))
    await check("chat.message", {
      cwd: directory,
      prompt: texts.join("\\n"),
      attachments: attachments.map((part) => part.url.replace(/[?#].*/, "")),
    })
  },
  "tool.execute.before": async (input, output) => {
    await check("tool.execute.before", { cwd: directory, tool_name: input.tool, tool_input: output.args })
  },
  "tool.execute.after": async (input, output) => {
    try {
      await check("tool.execute.after", { cwd: directory, tool_name: input.tool, tool_response: output })
    } catch (error) {
      output.title = ""
      output.output = error.message
      output.metadata = {}
    }
  },
})
`;

/** A session starts without context when the hook fails. */
export const contextPlugin = `${header}${ask}
export const ServiceContext = async ({ directory }) => {
  let context
  return {
    "experimental.chat.system.transform": async (_input, output) => {
      context ??= ask("session.start", { cwd: directory }).catch(() => ({}))
      const { additionalContext } = await context
      if (additionalContext) output.system.push(additionalContext)
    },
  }
}
`;
