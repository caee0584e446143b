// Passwords of six and more characters that head every published list of leaked ones, with Indonesian favourites and our own name.
const words = `
123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 0987654321 87654321 7654321 654321
111111 1111111 11111111 111222 112233 121212 123123 123123123 123321 123654 147258 147258369 159357 159753 000000
00000000 222222 333333 444444 555555 666666 777777 7777777 888888 88888888 999999 99999999 101010 131313 232323 696969
123qwe 123abc 1234qwer 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx abc123 abcd1234 abc12345 abcdef abcdefg abcdefgh a123456 a1b2c3
aa123456 aaaaaa password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass123 pass1234 qwerty qwerty1 qwerty12
qwerty123 qwertyuiop qwer1234 qazwsx qazwsxedc asdfgh asdfghjkl asdasd asd123 zxcvbn zxcvbnm q1w2e3r4 iloveyou iloveyou1 ilovegod
princess dragon monkey sunshine superman batman football baseball master shadow michael jordan jordan23 letmein welcome welcome1
login123 admin123 administrator admin1 root123 secret secret123 hello123 freedom whatever trustno1 starwars pokemon naruto cookie
rahasia rahasia123 sayang sayang123 sayangku cintaku cinta123 cantik ganteng bismillah bismillah123 alhamdulillah assalamualaikum
indonesia indonesia1 indonesia123 merdeka merdeka45 jakarta bandung surabaya persib persija garuda pancasila kucing kucing123
bintang bintang123 pelangi doraemon sukses sukses123 semangat bahagia keluarga anakku mamaku katasandi sandi123 password!
belajar belajar1 kursus kursus123 cendaki cendaki1 cendaki123 siswa123 guru123 user123 test123 testing testing123 demo123
samsung android google facebook instagram whatsapp twitter computer internet changeme default
`

export const commonPasswords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean))
