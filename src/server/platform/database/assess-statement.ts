/**
 * The effect of a statement on a table that exists while others use it.
 * `brief`: a lock for a moment. `writes-wait`: changes to the table wait until it is done. `all-wait`: reading it waits too.
 * `background`: it takes long, and nobody waits. `rows`: it changes rows, and changes to the same rows wait.
 * `unknown`: to be read by a person.
 */
export type Effect = 'none' | 'brief' | 'background' | 'rows' | 'writes-wait' | 'all-wait' | 'unknown'
export type Assessment = { effect: Effect; table: string | null }

type Rule = [pattern: RegExp, effect: Effect]

// From PostgreSQL's manual, "Explicit Locking" and "ALTER TABLE". The first rule that matches counts; the group is the table.
const rules: Rule[] = [
  [/^create (?:unique )?index concurrently (?:if not exists )?\w+ on (?:only )?"?(\w+)"?/i, 'background'],
  [/^create (?:unique )?index (?:if not exists )?\w+ on (?:only )?"?(\w+)"?/i, 'writes-wait'],
  [/^create (?:constraint )?trigger \w+ .*? on "?(\w+)"?/i, 'brief'],
  [/^create (?:or replace )?(?:table|function|procedure|view|type|extension|schema|sequence)\b/i, 'none'],
  [/^alter table (?:if exists )?(?:only )?"?(\w+)"? .*\b(?:type|set data type) (?!=)\w+/i, 'all-wait'],
  [
    /^alter table (?:if exists )?(?:only )?"?(\w+)"? .*\badd column [^,]*\b(?:generated always as|default (?:gen_random_uuid|random|clock_timestamp)\()/i,
    'all-wait',
  ],
  [/^alter table (?:if exists )?(?:only )?"?(\w+)"? .*\bset not null\b/i, 'all-wait'],
  [
    /^alter table (?:if exists )?(?:only )?"?(\w+)"? (?!.*\bnot valid\b).*\badd (?:constraint \w+ )?(?:check|unique|primary key|exclude)\b/i,
    'all-wait',
  ],
  [
    /^alter table (?:if exists )?(?:only )?"?(\w+)"? (?!.*\bnot valid\b).*\badd (?:constraint \w+ )?foreign key\b/i,
    'writes-wait',
  ],
  [/^alter table (?:if exists )?(?:only )?"?(\w+)"? .*\bvalidate constraint\b/i, 'background'],
  [/^alter table (?:if exists )?(?:only )?"?(\w+)"?/i, 'brief'],
  [/^drop table (?:if exists )?"?(\w+)"?/i, 'brief'],
  [/^drop trigger (?:if exists )?\w+ on "?(\w+)"?/i, 'brief'],
  [/^(?:drop|alter) (?:index|function|view|type|sequence|extension)\b/i, 'brief'],
  [/^(?:update|delete from|insert into) (?:only )?"?(\w+)"?/i, 'rows'],
  [/^with\b.* (?:update|delete from|insert into) (?:only )?"?(\w+)"?/i, 'rows'],
  [/^truncate (?:table )?"?(\w+)"?/i, 'brief'],
  [/^(?:comment on|set|select|grant|revoke|analyze)\b/i, 'none'],
]

/** Assesses one statement without comments, as `splitStatements` returns it. */
export function assessStatement(statement: string): Assessment {
  // Code inside strings and bodies of functions does not run now.
  const outline = statement.replaceAll(/(\$\w*\$)[\s\S]*?\1/g, '$$$$').replaceAll(/'(?:[^']|'')*'/g, "''")
  for (const [pattern, effect] of rules) {
    const match = pattern.exec(outline)
    if (match) return { effect, table: match[1] ?? null }
  }
  return { effect: 'unknown', table: null }
}
