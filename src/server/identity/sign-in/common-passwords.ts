import { readFileSync } from 'node:fs'

// From a published list, by make-common-passwords.mjs.
const worldwide = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')

// Missing in that list: repeated and counted characters, Indonesian favourites, our own name, and what is typed while setting up.
const local = `
0123456789 987654321 0987654321 87654321 7654321 654321 1111111 121212 123123123 00000000 222222 333333 444444 555555 777777 888888 88888888
999999 99999999 101010 232323 abcdef abcdefg abcdefgh aa123456 aaaaaa password12 p@ssw0rd p@ssword iloveyou1 ilovegod login123 admin123
administrator admin1 root123 secret123 rahasia rahasia123 sayang123 sayangku cintaku cinta123 cantik ganteng bismillah bismillah123
alhamdulillah assalamualaikum indonesia indonesia1 indonesia123 merdeka merdeka45 jakarta bandung surabaya persib persija garuda pancasila
kucing kucing123 bintang bintang123 pelangi doraemon sukses sukses123 semangat bahagia keluarga anakku mamaku katasandi sandi123 password!
belajar belajar1 kursus kursus123 cendaki cendaki1 cendaki123 siswa123 guru123 user123 testing123 demo123 android facebook instagram
whatsapp twitter default
`

export const commonPasswords: ReadonlySet<string> = new Set(`${worldwide}${local}`.split(/\s+/).filter(Boolean))
