import GraduationCap from 'lucide-react/icons/graduation-cap'
import Activity from 'lucide-react/icons/activity'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import Award from 'lucide-react/icons/award'
import BadgePercent from 'lucide-react/icons/badge-percent'
import Banknote from 'lucide-react/icons/banknote'
import BookText from 'lucide-react/icons/book-text'
import ClipboardPen from 'lucide-react/icons/clipboard-pen'
import Flag from 'lucide-react/icons/flag'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Landmark from 'lucide-react/icons/landmark'
import Lightbulb from 'lucide-react/icons/lightbulb'
import Mail from 'lucide-react/icons/mail'
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question'
import Package from 'lucide-react/icons/package'
import Receipt from 'lucide-react/icons/receipt'
import ScrollText from 'lucide-react/icons/scroll-text'
import Scale from 'lucide-react/icons/scale'
import Settings from 'lucide-react/icons/settings'
import Shapes from 'lucide-react/icons/shapes'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Star from 'lucide-react/icons/star'
import Tag from 'lucide-react/icons/tag'
import Undo2 from 'lucide-react/icons/undo-2'
import Users from 'lucide-react/icons/users'
import Wallet from 'lucide-react/icons/wallet'
import Webhook from 'lucide-react/icons/webhook'
import type { LucideIcon } from 'lucide-react'
import type { Waiting } from './use-waiting.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Role } from '#contract/identity/roles.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'

export type StaffLink = {
  to: string
  label: string
  Icon: LucideIcon
  /** Hidden from instructors. */ adminOnly?: true
  /** Hidden from admins. */ instructorOnly?: true
  /** Active on its exact path only, not on paths below it. */ end?: true
  /** Shows how many of these wait for the staff member. */ counts?: keyof Waiting
}
/** Entries with a heading; the first ones need none. */
export type StaffLinkGroup = { heading: string | null; links: readonly StaffLink[] }

/** The sidebar entries of the staff pages, in order. */
const groups: readonly StaffLinkGroup[] = [
  { heading: null, links: [{ to: paths.admin(), label: 'Overview', Icon: LayoutDashboard, end: true }] },
  {
    heading: 'Kelas dan bacaan',
    links: [
      { to: paths.adminCourses(), label: 'Kelas', Icon: GraduationCap },
      { to: paths.adminCategories(), label: 'Kategori', Icon: Shapes, adminOnly: true },
      { to: paths.adminEbooks(), label: 'E-Book', Icon: BookText, adminOnly: true },
      { to: paths.adminTips(), label: 'Tips', Icon: Lightbulb, adminOnly: true },
    ],
  },
  {
    heading: 'Siswa dan ulasan',
    links: [
      { to: staffPaths.submissions(), label: 'Tugas siswa', Icon: ClipboardPen, counts: 'submissions' },
      { to: staffPaths.questions(), label: 'Tanya jawab', Icon: MessageCircleQuestion, counts: 'questions' },
      { to: staffPaths.reports(), label: 'Laporan', Icon: Flag, counts: 'reports' },
      { to: paths.adminStudents(), label: 'Pengguna', Icon: Users, adminOnly: true },
      { to: staffPaths.reviews(), label: 'Ulasan', Icon: Star },
      { to: paths.adminCertificates(), label: 'Sertifikat', Icon: Award, adminOnly: true },
    ],
  },
  {
    heading: 'Keuangan',
    links: [
      { to: paths.adminTransactions(), label: 'Transaksi', Icon: Receipt, adminOnly: true },
      { to: staffPaths.transfers(), label: 'Transfer', Icon: ArrowLeftRight, adminOnly: true, counts: 'transfers' },
      {
        to: staffPaths.refundRequests(),
        label: 'Pengembalian dana',
        Icon: Undo2,
        adminOnly: true,
        counts: 'refundRequests',
      },
      { to: staffPaths.bundles(), label: 'Paket', Icon: Package, adminOnly: true },
      { to: staffPaths.sales(), label: 'Diskon', Icon: Tag, adminOnly: true },
      { to: paths.adminPromoCodes(), label: 'Kode promo', Icon: BadgePercent, adminOnly: true },
      { to: staffPaths.myPromoCodes(), label: 'Kode promo', Icon: BadgePercent, instructorOnly: true },
      { to: paths.adminEarnings(), label: 'Penghasilan', Icon: Banknote },
      { to: staffPaths.balance(), label: 'Saldo', Icon: Wallet },
      { to: staffPaths.payouts(), label: 'Pencairan', Icon: Landmark, adminOnly: true, counts: 'payouts' },
    ],
  },
  {
    heading: 'Kelola situs',
    links: [
      { to: paths.adminSettings(), label: 'Pengaturan', Icon: Settings, adminOnly: true },
      { to: staffPaths.legalPages(), label: 'Halaman hukum', Icon: Scale, adminOnly: true },
      { to: staffPaths.privacy(), label: 'Privasi', Icon: ShieldCheck, adminOnly: true },
      { to: paths.adminMails(), label: 'Email', Icon: Mail, adminOnly: true },
    ],
  },
  {
    heading: 'Teknis dan keamanan',
    links: [
      { to: paths.adminSecurity(), label: 'Keamanan akun', Icon: KeyRound },
      { to: staffPaths.apiKeys(), label: 'Kunci API', Icon: KeyRound, adminOnly: true },
      { to: staffPaths.webhooks(), label: 'Webhook', Icon: Webhook, adminOnly: true },
      { to: staffPaths.system(), label: 'Sistem', Icon: Activity, adminOnly: true },
      { to: paths.adminAudit(), label: 'Audit log', Icon: ScrollText, adminOnly: true },
    ],
  },
]

/** More entries are grouped. */
const longestPlainList = 10

/** The sidebar entries of a user. A short list has no headings. */
export function staffLinkGroups(role: Role): readonly StaffLinkGroup[] {
  const own = groups
    .map((group) => ({
      ...group,
      links: group.links.filter(({ adminOnly, instructorOnly }) => (role === 'admin' ? !instructorOnly : !adminOnly)),
    }))
    .filter(({ links }) => links.length > 0)
  const links = own.flatMap((group) => group.links)
  return links.length > longestPlainList ? own : [{ heading: null, links }]
}
