/* oxlint-disable no-restricted-imports -- run manually in Node; not part of the server */
// Generates common-passwords.txt, the 3,000 most common passwords that the minimum length allows:
// `node src/server/identity/sign-in/make-common-passwords.mjs`. The list has neither repeated nor counted characters.
import { writeFile } from 'node:fs/promises'
import { dictionary } from '@zxcvbn-ts/language-common'

const minimumLength = 6
const most = dictionary['passwords-common'].filter((password) => password.length >= minimumLength).slice(0, 3_000)
await writeFile(new URL('common-passwords.txt', import.meta.url), `${most.join('\n')}\n`)
