import GraduationCap from 'lucide-react/icons/graduation-cap'
import Activity from 'lucide-react/icons/activity'
import Award from 'lucide-react/icons/award'
import BadgePercent from 'lucide-react/icons/badge-percent'
import BookText from 'lucide-react/icons/book-text'
import ClipboardPen from 'lucide-react/icons/clipboard-pen'
import IdCard from 'lucide-react/icons/id-card'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Lightbulb from 'lucide-react/icons/lightbulb'
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question'
import Receipt from 'lucide-react/icons/receipt'
import Scale from 'lucide-react/icons/scale'
import Settings from 'lucide-react/icons/settings'
import Star from 'lucide-react/icons/star'
import Users from 'lucide-react/icons/users'
import Wallet from 'lucide-react/icons/wallet'
import Webhook from 'lucide-react/icons/webhook'
import type { LucideIcon } from 'lucide-react'
import type { Waiting } from './use-waiting.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Role } from '#contract/kit/roles.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'

type StaffPage = {
  to: string
  label: string
  /** Hidden from instructors. */ adminOnly?: true
  /** Hidden from admins. */ instructorOnly?: true
  /** Shows how many of these wait for the staff member. */ counts?: keyof Waiting
}

export type StaffEntry = {
  label: string
  Icon: LucideIcon
  /** Active on its exact path only, not on paths below it. */ end?: true
  /** Pages that are one task: the entry opens the first one, and each of them shows all as tabs. */
  pages: readonly StaffPage[]
}
/** Entries with a heading; the first ones need none. */
export type StaffEntryGroup = { heading: string | null; entries: readonly StaffEntry[] }

/** The sidebar entries of the staff pages, in order. */
const groups: readonly StaffEntryGroup[] = [
  {
    heading: null,
    entries: [
      { label: 'Overview', Icon: LayoutDashboard, end: true, pages: [{ to: paths.admin(), label: 'Overview' }] },
    ],
  },
  {
    heading: 'Kelas dan bacaan',
    entries: [
      {
        label: 'Kelas',
        Icon: GraduationCap,
        pages: [
          { to: paths.adminCourses(), label: 'Kelas' },
          { to: staffPaths.courseReviews(), label: 'Pemeriksaan', adminOnly: true, counts: 'courseReviews' },
          { to: staffPaths.adminPaths(), label: 'Jalur belajar', adminOnly: true },
          { to: paths.adminCategories(), label: 'Kategori', adminOnly: true },
        ],
      },
      { label: 'E-Book', Icon: BookText, pages: [{ to: paths.adminEbooks(), label: 'E-Book', adminOnly: true }] },
      { label: 'Tips', Icon: Lightbulb, pages: [{ to: paths.adminTips(), label: 'Tips', adminOnly: true }] },
    ],
  },
  {
    heading: 'Siswa dan ulasan',
    entries: [
      {
        label: 'Tugas siswa',
        Icon: ClipboardPen,
        pages: [{ to: staffPaths.submissions(), label: 'Tugas siswa', counts: 'submissions' }],
      },
      {
        label: 'Tanya jawab',
        Icon: MessageCircleQuestion,
        pages: [
          { to: staffPaths.questions(), label: 'Tanya jawab', counts: 'questions' },
          { to: staffPaths.reports(), label: 'Laporan', counts: 'reports' },
          { to: staffPaths.writingBlocks(), label: 'Penulis diblokir', adminOnly: true },
        ],
      },
      { label: 'Ulasan', Icon: Star, pages: [{ to: staffPaths.reviews(), label: 'Ulasan' }] },
      {
        label: 'Pengguna',
        Icon: Users,
        pages: [
          { to: paths.adminStudents(), label: 'Pengguna', adminOnly: true },
          { to: staffPaths.applications(), label: 'Pengajuan instruktur', adminOnly: true, counts: 'applications' },
        ],
      },
      {
        label: 'Sertifikat',
        Icon: Award,
        pages: [{ to: paths.adminCertificates(), label: 'Sertifikat', adminOnly: true }],
      },
    ],
  },
  {
    heading: 'Keuangan',
    entries: [
      {
        label: 'Transaksi',
        Icon: Receipt,
        pages: [
          { to: paths.adminTransactions(), label: 'Transaksi', adminOnly: true },
          { to: staffPaths.transfers(), label: 'Transfer', adminOnly: true, counts: 'transfers' },
          { to: staffPaths.refundRequests(), label: 'Pengembalian dana', adminOnly: true, counts: 'refundRequests' },
        ],
      },
      {
        label: 'Promo',
        Icon: BadgePercent,
        pages: [
          { to: staffPaths.bundles(), label: 'Paket', adminOnly: true },
          { to: staffPaths.sales(), label: 'Diskon', adminOnly: true },
          { to: paths.adminPromoCodes(), label: 'Kode promo', adminOnly: true },
          { to: staffPaths.myPromoCodes(), label: 'Kode promo', instructorOnly: true },
        ],
      },
      {
        label: 'Penghasilan',
        Icon: Wallet,
        pages: [
          { to: paths.adminEarnings(), label: 'Penghasilan' },
          { to: staffPaths.balance(), label: 'Saldo' },
          { to: staffPaths.payouts(), label: 'Pencairan', adminOnly: true, counts: 'payouts' },
        ],
      },
    ],
  },
  {
    heading: 'Situs dan akun',
    entries: [
      {
        label: 'Pengaturan',
        Icon: Settings,
        pages: [
          { to: paths.adminSettings(), label: 'Pengaturan', adminOnly: true },
          { to: staffPaths.homeSettings(), label: 'Beranda', adminOnly: true },
        ],
      },
      {
        label: 'Privasi',
        Icon: Scale,
        pages: [
          { to: staffPaths.privacy(), label: 'Permintaan', adminOnly: true },
          { to: staffPaths.privacyIncidents(), label: 'Insiden', adminOnly: true },
          { to: staffPaths.legalPages(), label: 'Halaman hukum', adminOnly: true },
        ],
      },
      {
        label: 'Integrasi',
        Icon: Webhook,
        pages: [
          { to: staffPaths.apiKeys(), label: 'Kunci API', adminOnly: true },
          { to: staffPaths.webhooks(), label: 'Webhook', adminOnly: true },
        ],
      },
      {
        label: 'Sistem',
        Icon: Activity,
        pages: [
          { to: staffPaths.system(), label: 'Sistem', adminOnly: true },
          { to: paths.adminMails(), label: 'Email', adminOnly: true },
          { to: paths.adminAudit(), label: 'Audit log', adminOnly: true },
        ],
      },
      {
        label: 'Halaman instruktur',
        Icon: IdCard,
        pages: [{ to: staffPaths.instructorProfile(), label: 'Halaman instruktur' }],
      },
      { label: 'Keamanan akun', Icon: KeyRound, pages: [{ to: paths.adminSecurity(), label: 'Keamanan akun' }] },
    ],
  },
]

/** More entries are grouped. */
const longestPlainList = 10

const isFor = (role: Role, { adminOnly, instructorOnly }: StaffPage) =>
  role === 'admin' ? !instructorOnly : !adminOnly

/** An entry with the pages of a role; null without any. An entry of one page is called as that page. */
function entryFor(role: Role, entry: StaffEntry): StaffEntry | null {
  const pages = entry.pages.filter((page) => isFor(role, page))
  const [first, second] = pages
  if (!first) return null
  return { ...entry, label: second ? entry.label : first.label, pages }
}

/** The sidebar entries of a user. A short list has no headings. */
export function staffEntryGroups(role: Role): readonly StaffEntryGroup[] {
  const own = groups
    .map(({ heading, entries }) => ({
      heading,
      entries: entries.flatMap((entry) => entryFor(role, entry) ?? []),
    }))
    .filter(({ entries }) => entries.length > 0)
  const entries = own.flatMap((group) => group.entries)
  return entries.length > longestPlainList ? own : [{ heading: null, entries }]
}

/** The entry whose pages are tabs of the page at a path; null for an entry of one page and for pages below. */
export function findTabs(role: Role, pathname: string): StaffEntry | null {
  const entries = staffEntryGroups(role).flatMap((group) => group.entries)
  return entries.find(({ pages }) => pages.length > 1 && pages.some(({ to }) => to === pathname)) ?? null
}
