import { editDistance } from '#server/platform/search-text.ts'

/** Variables with these beginnings mean this product, wherever they are set. */
const ownPrefixes = /^(BACKUP|MIDTRANS|DATABASE|STORAGE_S3|MEDIA_S3|STAFF|STUDENT|WHATSAPP)_/
/** Read by compose.yaml, Caddy and Node.js from the same file. */
const ofCompose = new Set(
  'SITE_ADDRESS SITE_UPSTREAM POSTGRES_PASSWORD CENDAKI_MEMORY POSTGRES_MEMORY COMPOSE_PROJECT_NAME NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS TZ'.split(
    ' ',
  ),
)

/**
 * One line for each variable that is no setting but was meant as one: all of the file `.env`, and of the environment those that are
 * named like one or differ from one by a slip.
 */
export function unknownSettings(
  env: Record<string, string | undefined>,
  inFile: readonly string[],
  known: readonly string[],
): string[] {
  const lines: string[] = []
  for (const name of new Set([...inFile, ...Object.keys(env)])) {
    if (known.includes(name) || ofCompose.has(name)) continue
    const meant = known.find((candidate) => differsByASlip(name, candidate))
    if (!inFile.includes(name) && !ownPrefixes.test(name) && !meant) continue
    lines.push(`${name} is not a setting and does nothing${meant ? `: ${meant} is meant?` : ' (see .env.example)'}`)
  }
  return lines
}

/** Up to two slips, in names that are long enough for that to be no other word. */
const differsByASlip = (name: string, known: string): boolean =>
  known.length >= 8 && Math.abs(name.length - known.length) <= 2 && editDistance(name, known) <= 2
