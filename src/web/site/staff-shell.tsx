import { createStaffLayoutLoader, StaffLayout } from '#web/staff/staff-layout.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ThemeSwitch } from './shell/theme-switch.tsx'

export { createStaffLayoutLoader }

export const StaffShell = () => <StaffLayout brand={<Logo />} themeSwitch={<ThemeSwitch compact />} />
