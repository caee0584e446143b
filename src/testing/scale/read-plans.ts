import { openSql } from '#testing/sql.ts'

/** A statement as it was sent to the database. */
export type Statement = { text: string; values: readonly unknown[] }

/** A scan of one table in one plan, with the rows that it read. */
export type Scan = { table: string; type: string; rows: number; statement: string }

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/**
 * How PostgreSQL runs these statements: every scan with the rows that it read. They are run again and rolled back; of those that write only the
 * plan is read, so their scans count no rows. With `avoidSequentialScans`, a sequential scan is left only where no index fits.
 */
export async function readPlans(
  databaseUrl: string,
  statements: readonly Statement[],
  { avoidSequentialScans = false } = {},
): Promise<Scan[]> {
  const client = openSql(databaseUrl)
  try {
    const scans: Scan[] = []
    for (const { text, values } of statements.filter(({ text }) =>
      /^\s*(select|with|insert|update|delete)\b/i.test(text),
    )) {
      const runs =
        /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete) (into|from|"|[a-z_]+ set)/i.test(text)
      await client
        .transaction(async (tx) => {
          if (avoidSequentialScans) await tx.unsafe('set local enable_seqscan = off')
          const [row] = await tx.unsafe(`explain (${runs ? 'analyze, ' : ''}format json) ${text}`, [
            ...values,
          ] as never[])
          for (const { Plan } of (row?.['QUERY PLAN'] ?? []) as { Plan: PlanNode }[])
            scans.push(...listScans(Plan, text))
          throw new RolledBack()
        })
        .catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error
        })
    }
    return scans
  } finally {
    await client.end()
  }
}

class RolledBack extends Error {}

function listScans(node: PlanNode, statement: string): Scan[] {
  const loops = node['Actual Loops'] ?? 0
  const rows =
    ((node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
    loops
  const table = node['Relation Name']
  const own = table && node['Node Type'].endsWith('Scan') ? [{ table, type: node['Node Type'], rows, statement }] : []
  return [...own, ...(node.Plans ?? []).flatMap((inner) => listScans(inner, statement))]
}
