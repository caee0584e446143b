const outsideMark = /^-- outside a transaction\b/

/** True when a migration cannot run in a transaction: it then consists of one `create index concurrently`. */
export const isOutsideTransaction = (script: string): boolean => outsideMark.test(script)

/** The name of the index that such a migration creates. Throws for any other statement. */
export function concurrentIndexOf(name: string, script: string): string {
  const [statement = '', ...more] = splitStatements(script)
  const [, index] = /^create (?:unique )?index concurrently (\w+) on /i.exec(statement) ?? []
  if (!index || more.length > 0)
    throw new Error(`migrations/${name}: outside a transaction runs one \`create index concurrently NAME on …\` only`)
  return index
}

/** Comments, strings, quoted names and bodies of functions can contain a semicolon without ending a statement. */
const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;|[^;'"$/-]+|[\s\S]/g

/** The statements of a script, without comments and with single spaces. */
export function splitStatements(script: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [part] of script.matchAll(token)) {
    if (part === ';') {
      statements.push(current)
      current = ''
    } else current += /^(--|\/\*)/.test(part) ? ' ' : part
  }
  return [...statements, current]
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}
