import { expect, test } from 'vitest'
import { findPeopleColumns, findPeopleTable, nameIn, peopleReader } from './people-columns.ts'
import { columnsOf } from './read-table.ts'

/** The first person of a table that is written with commas. */
function firstOf(...lines: string[]) {
  const records = lines.map((line, index) => ({ line: index + 1, cells: line.split(',') }))
  const table = findPeopleTable(records, { needsName: true })
  const cells = table?.rows[0]?.cells ?? []
  return table && [nameIn(cells, table), cells[columnsOf(table, 'email')[0] ?? -1], table.isSure]
}
const rolesOf = (header: string) => findPeopleColumns(header.split(',')).roles

test.each([
  ['a school list', 'Nama Sekolah,Nama,Email', 'SMA 1,Budi Santoso,b@kirim.id'],
  ['a school list, the other way round', 'Email,Nama,Nama Sekolah', 'b@kirim.id,Budi Santoso,SMA 1'],
  [
    'a school list with long names',
    'No,Nama Sekolah,Nama Peserta Didik,Kelas,Alamat E-mail',
    '1,SMA 1,Budi Santoso,X,b@kirim.id',
  ],
  ['Moodle', 'First name,Surname,Email address', 'Budi,Santoso,b@kirim.id'],
  ['Moodle in Indonesian', 'Nama depan,Nama belakang,Alamat email', 'Budi,Santoso,b@kirim.id'],
  ['an upload of Moodle', 'username,firstname,lastname,email,course1', 'budi,Budi,Santoso,b@kirim.id,html'],
  ['users of Moodle in Indonesian', 'Nama pengguna,Nama depan,Nama akhir,Alamat surel', 'budi,Budi,Santoso,b@kirim.id'],
  [
    'Google Forms',
    'Timestamp,Email Address,Nama Lengkap (sesuai KTP),Asal Sekolah',
    '7/1/2024 10:00,b@kirim.id,Budi Santoso,SMA 1',
  ],
  [
    'Google Forms with questions',
    'Cap waktu,Siapa nama lengkapmu?,Nama sekolahmu,Email aktif',
    'x,Budi Santoso,SMA 1,b@kirim.id',
  ],
  ['WordPress', 'ID,user_login,user_email,display_name', '1,budi,b@kirim.id,Budi Santoso'],
  ['LearnPress', 'user_login,user_email,first_name,last_name,display_name', 'budi,b@kirim.id,Budi,Santoso,budi'],
  ['three names', 'First Name,Middle Name,Last Name,Email', 'Budi,,Santoso,b@kirim.id'],
  ['WooCommerce', 'Billing First Name,Billing Last Name,Billing Email', 'Budi,Santoso,b@kirim.id'],
  [
    'a parent beside the pupil',
    'Nama Orang Tua,Email Orang Tua,Nama Siswa,Email Siswa',
    'Ani,a@kirim.id,Budi Santoso,b@kirim.id',
  ],
  ['Nama and a family name', 'Nama,Nama Belakang,Email', 'Budi,Santoso,b@kirim.id'],
  ['capitals, underscores and invisible characters', '\uFEFFNAMA_LENGKAP,E-MAIL\u200B', 'Budi Santoso,b@kirim.id'],
])('reads the people of %s', (_, header, row) =>
  expect(firstOf(header, row)?.slice(0, 2)).toEqual(['Budi Santoso', 'b@kirim.id']),
)

test.each([
  [
    'a parent in front of the pupil',
    'Parent First Name,Parent Last Name,Student First Name,Student Last Name,Email',
    'Ani,Wijaya,Budi,Santoso,b@kirim.id',
  ],
  [
    'WooCommerce with where it is sent first',
    'Shipping First Name,Shipping Last Name,Billing First Name,Billing Last Name,Billing Email',
    'Ani,Wijaya,Budi,Santoso,b@kirim.id',
  ],
  [
    'orders of WooCommerce with brackets',
    'First Name (Shipping),Last Name (Shipping),First Name (Billing),Last Name (Billing),Email (Billing)',
    'Ani,Wijaya,Budi,Santoso,b@kirim.id',
  ],
  [
    'orders of WooCommerce in Indonesian',
    'Nama Depan (Pengiriman),Nama Belakang (Pengiriman),Nama Depan (Penagihan),Nama Belakang (Penagihan),Email',
    'Ani,Wijaya,Budi,Santoso,b@kirim.id',
  ],
  [
    'users of WordPress who bought something',
    'user_email,first_name,last_name,billing_first_name,billing_last_name,shipping_first_name',
    'b@kirim.id,Budi,Santoso,Ani,Wijaya,Ani',
  ],
  [
    'somebody for emergencies',
    'Emergency Contact First Name,First Name,Last Name,Phonetic Last Name,Email',
    'Ani,Budi,Santoso,x,b@kirim.id',
  ],
  ['a parent in brackets', 'Nama (Wali),Nama (Siswa),Email', 'Ani,Budi Santoso,b@kirim.id'],
  ['a buyer who pays for the pupil', 'Customer Name,Student Name,Email', 'Ani,Budi Santoso,b@kirim.id'],
  ['a remark in brackets', 'Nama (sesuai akun sekolah),Email (yang aktif)', 'Budi Santoso,b@kirim.id'],
  ['lessons', 'Nama Mata Pelajaran,Nama,Email', 'Matematika,Budi Santoso,b@kirim.id'],
])('the name in a list with %s is sure', (_, header, row) =>
  expect(firstOf(header, row)).toEqual(['Budi Santoso', 'b@kirim.id', true]),
)

test.each(['Nama Mata Pelajaran,Nama,Email', 'Nama Cabang,Nama,Email', 'Nama Cabang,First Name,Email'])(
  'where the name is empty, that of something else is not taken: %s',
  (header) => expect(firstOf(header, 'Matematika,,b@kirim.id')?.[0]).toBe(''),
)

test.each([
  ['First Name,Middle Name,Last Name,Email', 'Budi,Adi,Santoso,b@kirim.id'],
  ['Middle Name,First Name,Last Name,Email', 'Adi,Budi,Santoso,b@kirim.id'],
  ['Last Name,First Name,Middle Name,Email', 'Santoso,Budi,Adi,b@kirim.id'],
])('a name in the middle stays there: %s', (header, row) => expect(firstOf(header, row)?.[0]).toBe('Budi Adi Santoso'))

test('a title above the header is skipped', () =>
  expect(firstOf('Daftar siswa SMA 1', 'Tahun,2026', 'No,Nama,Email', '1,Budi Santoso,b@kirim.id')).toEqual([
    'Budi Santoso',
    'b@kirim.id',
    true,
  ]))

test('where first and last name are empty, the name that is shown is taken', () =>
  expect(firstOf('user_email,first_name,last_name,display_name', 'b@kirim.id,,,Budi Santoso')?.[0]).toBe(
    'Budi Santoso',
  ))

test('of two columns for addresses the one that has some is taken', () =>
  expect(firstOf('Nama,Email,Email Address', 'Budi Santoso,,b@kirim.id')?.[1]).toBe('b@kirim.id'))

test('a row with an address is no header', () => expect(firstOf('Budi,b@kirim.id', 'Ani,a@kirim.id')).toBeNull())

test.each([
  ['a school is no person', 'Nama Sekolah,Email', 'SMA 1,b@kirim.id', ''],
  ['a user name is no name', 'username,email', 'budi,b@kirim.id', ''],
  ['a name of something unknown', 'Nama Cabang,Email', 'Cabang Gresik,b@kirim.id', 'Cabang Gresik'],
  ['two names that fit equally', 'Nama Siswa,Nama Peserta,Email', 'Budi,Ani,b@kirim.id', 'Budi'],
  ['two first names', 'First Name,Nama Depan,Email', 'Budi,Ani,b@kirim.id', 'Budi'],
  ['two last names', 'First Name,Surname,Last Name,Email', 'Budi,S,T,b@kirim.id', 'Budi S'],
  ['a first name of somebody', 'Kid First Name,Email', 'Budi,b@kirim.id', 'Budi'],
  ['a last name of another', 'Student First Name,Customer Last Name,Email', 'Budi,S,b@kirim.id', 'Budi S'],
  ['a pupil beside a name', 'Nama,Nama Siswa,Email', 'Ani,Budi,b@kirim.id', 'Budi'],
  ['a pupil beside a first name', 'First Name,Student First Name,Email', 'Ani,Budi,b@kirim.id', 'Budi'],
  ['the address of a pupil beside another', 'Nama,Email,Email Siswa', 'Budi,b@kirim.id,c@kirim.id', 'Budi'],
  ['two full names', 'Nama,Nama,Email', 'Budi,Ani,b@kirim.id', 'Budi'],
  ['two columns with addresses', 'Nama,Email,Surel', 'Budi,b@kirim.id,c@kirim.id', 'Budi'],
  ['another column with addresses', 'Nama,Email HRD,Kontak', 'Budi,b@kirim.id,c@kirim.id', 'Budi'],
])('%s is not sure', (_, header, row, name) => expect(firstOf(header, row)).toEqual([name, 'b@kirim.id', false]))

test.each([
  '% Selesai',
  'Selesai (%)',
  'Selesai %',
  '% Complete',
  'Completed (%)',
  'Progress (%)',
  'Progress (dalam %)',
  '%',
  'Persen Selesai',
])('the column %j is of percents', (name) => expect(rolesOf(`Email,${name}`)).toEqual(['email', 'percent']))
test('a finish date beside percents is one, and a percentage of something else is none', () =>
  expect(rolesOf('Email,Selesai,% Selesai,Kehadiran (%)')).toEqual(['email', 'finishedAt', 'percent', null]))
test.each(['Tanggal Pendaftaran', 'Tgl Pendaftaran', 'Tanggal Daftar', 'enrolledAt'])(
  'the column %j is of enrolment',
  (name) => expect(rolesOf(`Email,${name}`)).toEqual(['email', 'enrolledAt']),
)

test.each([
  ['email: budi@x.id', 'budi@x.id'],
  ['Alamat e-mail = budi@x.id', 'budi@x.id'],
  ['budi@gmail.com (pribadi)', 'budi@gmail.com'],
  ['Budi <budi@x.id>', 'Budi <budi@x.id>'],
  ['(belum ada)', '(belum ada)'],
])('of the address %j is left %j', (typed, tidied) => expect(peopleReader.tidy?.('email', typed)).toBe(tidied))
test('a name keeps its brackets', () => expect(peopleReader.tidy?.('name', 'Budi (Ucok)')).toBe('Budi (Ucok)'))
