import { pick, seededRandom } from './seeded-random.ts'
import { hostileRequest, type HostileRequest } from './hostile-request.ts'
import { readOperations, type OpenApi } from './operations.ts'

export type Attacker = {
  name: string
  /** Null: signed out. Called again when the session has ended. */
  signIn: (() => Promise<string>) | null
}

type Options = {
  openApi: OpenApi
  attackers: readonly Attacker[]
  /** Ids of existing records, own and foreign. */
  ids: readonly string[]
  /** Private texts of a person who takes no part, which no response to another student may contain. */
  secrets: readonly string[]
  /** Names of attackers who may see those texts: admins. */
  mayReadSecrets: readonly string[]
  requests: number
  seed: number
  atOnce: number
  /** Resolves with the response; rejects when the server did not respond in time. `client`: the IP address of the attacker. */
  send(request: HostileRequest, client: string): Promise<{ status: number; text: string }>
}

export type AttackReport = {
  requests: number
  /** How many responses had each status. */
  statuses: Record<number, number>
  /** Requests whose response was a 5xx other than 503, that got no response, or whose response contained a secret. */
  findings: { what: string; attacker: string; request: HostileRequest }[]
}

const maximumFindings = 50
/** Ending the account or the session of an attacker would only end the attack. */
const excluded = ['DELETE /me', 'POST /sign-out']

/** Sends generated hostile requests to every operation, as each attacker, and reports what a server must never do. */
export async function runAttack({
  openApi,
  attackers,
  ids,
  secrets,
  mayReadSecrets,
  requests,
  seed,
  atOnce,
  send,
}: Options): Promise<AttackReport> {
  const random = seededRandom(seed)
  const operations = readOperations(openApi).filter(({ method, path }) => !excluded.includes(`${method} ${path}`))
  const report: AttackReport = { requests: 0, statuses: {}, findings: [] }
  const tokens = new Map<string, string>()

  async function tokenOf({ name, signIn }: Attacker): Promise<string | null> {
    if (!signIn) return null
    const token = tokens.get(name) ?? (await signIn())
    tokens.set(name, token)
    return token
  }

  async function attackOnce(index: number) {
    const operation = operations[index % operations.length]
    const attacker = pick(random, attackers)
    if (!operation) return
    const request = hostileRequest(operation, random, ids)
    const token = await tokenOf(attacker)
    if (token !== null) request.headers['authorization'] ??= `Bearer ${token}`
    const client = `10.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`
    const find = (what: string) =>
      void (
        report.findings.length < maximumFindings && report.findings.push({ what, attacker: attacker.name, request })
      )
    try {
      const { status, text } = await send(request, client)
      report.statuses[status] = (report.statuses[status] ?? 0) + 1
      if (status >= 500 && status !== 503) find(`status ${status}: ${text.slice(0, 200)}`)
      const secret = mayReadSecrets.includes(attacker.name)
        ? undefined
        : secrets.find((candidate) => text.includes(candidate))
      if (secret) find(`contains ${secret}`)
      if (status === 401) tokens.delete(attacker.name)
    } catch (error) {
      find(`no response: ${String(error)}`)
    }
    report.requests++
  }

  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < requests) await attackOnce(next++)
    }),
  )
  return report
}
