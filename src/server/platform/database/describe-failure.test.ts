import { expect, test } from 'vitest'
import { describeDatabaseFailure } from './describe-failure.ts'
import { FirstContactFailed } from './failures.ts'

// Errors of the operating system when a connection is made, at once: no route, no network, no file left to open, no port left …
test.each(['EHOSTUNREACH', 'ENETUNREACH', 'EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ECONNREFUSED', 'ETIMEDOUT', 'EACCES'])(
  '%s is told in one line that names the setting and the place',
  (code) => {
    const url = 'postgres://u:p@127.0.0.1:5432/x'
    const error = Object.assign(new Error(`connect ${code} 127.0.0.1:5432`), {
      code,
      syscall: 'connect',
      address: '127.0.0.1',
      port: 5432,
    })
    expect(describeDatabaseFailure(new FirstContactFailed(url, error), { DATABASE_URL: url })).toMatch(
      new RegExp(`^DATABASE_URL: 127\\.0\\.0\\.1:5432: [^\\n]+ \\(${code}\\)$`),
    )
  },
)
