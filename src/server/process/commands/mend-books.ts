import { sql } from 'drizzle-orm'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { checkInvariants } from './check-invariants.ts'
import { withDatabase } from './on-installation.ts'
import { runCommand, say } from './run-command.ts'

// npm run mend-books: carries to the lines of transactions what a version before has refunded without them, and says what is violated afterwards.

await runCommand('Not mended', async () => {
  const config = parseCommandConfig(process.env)
  const mended = await withDatabase(config, async ({ query }) => {
    const { rows } = await query.execute(sql`select mend_refunds_of_lines(t.id) from transactions t
      where t.refunded_amount_idr <> (select coalesce(sum(l.refunded_amount_idr), 0) from transaction_lines l where l.transaction_id = t.id)`)
    return rows.length
  })
  say(`Transactions whose lines were mended: ${mended}.`)
  const { checked, violated } = await checkInvariants(config)
  if (violated.length > 0) throw new Error(`still violated:\n${violated.join('\n')}`)
  say(`${checked} rules hold: the books agree.`)
})
