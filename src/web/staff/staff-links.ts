import GraduationCap from 'lucide-react/icons/graduation-cap'
import Activity from 'lucide-react/icons/activity'
import Award from 'lucide-react/icons/award'
import BadgePercent from 'lucide-react/icons/badge-percent'
import Banknote from 'lucide-react/icons/banknote'
import BookText from 'lucide-react/icons/book-text'
import ClipboardPen from 'lucide-react/icons/clipboard-pen'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Lightbulb from 'lucide-react/icons/lightbulb'
import Mail from 'lucide-react/icons/mail'
import Receipt from 'lucide-react/icons/receipt'
import ScrollText from 'lucide-react/icons/scroll-text'
import Scale from 'lucide-react/icons/scale'
import Settings from 'lucide-react/icons/settings'
import Shapes from 'lucide-react/icons/shapes'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Star from 'lucide-react/icons/star'
import Users from 'lucide-react/icons/users'
import Webhook from 'lucide-react/icons/webhook'
import type { LucideIcon } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'

export type StaffLink = {
  to: string
  label: string
  Icon: LucideIcon
  /** Hidden from instructors. */ adminOnly?: true
  /** Active on its exact path only, not on paths below it. */ end?: true
  /** Shows how many submissions wait for a review. */ countsWaiting?: true
}

/** The sidebar entries of the staff pages, in order. */
export const staffLinks: readonly StaffLink[] = [
  { to: paths.admin(), label: 'Overview', Icon: LayoutDashboard, end: true },
  { to: paths.adminCourses(), label: 'Courses', Icon: GraduationCap },
  { to: staffPaths.submissions(), label: 'Tugas siswa', Icon: ClipboardPen, countsWaiting: true },
  { to: paths.adminStudents(), label: 'Pengguna', Icon: Users, adminOnly: true },
  { to: paths.adminTransactions(), label: 'Transaksi', Icon: Receipt, adminOnly: true },
  { to: paths.adminPromoCodes(), label: 'Kode promo', Icon: BadgePercent, adminOnly: true },
  { to: paths.adminEarnings(), label: 'Penghasilan', Icon: Banknote },
  { to: paths.adminCategories(), label: 'Kategori', Icon: Shapes, adminOnly: true },
  { to: paths.adminEbooks(), label: 'E-Book', Icon: BookText, adminOnly: true },
  { to: paths.adminTips(), label: 'Tips', Icon: Lightbulb, adminOnly: true },
  { to: staffPaths.reviews(), label: 'Ulasan', Icon: Star, adminOnly: true },
  { to: paths.adminCertificates(), label: 'Sertifikat', Icon: Award, adminOnly: true },
  { to: paths.adminMails(), label: 'Email', Icon: Mail, adminOnly: true },
  { to: staffPaths.apiKeys(), label: 'Kunci API', Icon: KeyRound, adminOnly: true },
  { to: staffPaths.webhooks(), label: 'Webhook', Icon: Webhook, adminOnly: true },
  { to: staffPaths.privacy(), label: 'Privasi', Icon: ShieldCheck, adminOnly: true },
  { to: staffPaths.legalPages(), label: 'Halaman hukum', Icon: Scale, adminOnly: true },
  { to: paths.adminSettings(), label: 'Pengaturan', Icon: Settings, adminOnly: true },
  { to: paths.adminSecurity(), label: 'Keamanan akun', Icon: KeyRound },
  { to: staffPaths.system(), label: 'Sistem', Icon: Activity, adminOnly: true },
  { to: paths.adminAudit(), label: 'Audit log', Icon: ScrollText, adminOnly: true },
]
