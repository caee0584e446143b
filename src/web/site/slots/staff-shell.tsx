import { BellSlot } from '#web/site/shell/bell-slot.tsx'
import { createStaffLayoutLoader, StaffLayout } from '#web/site/staff/staff-layout.tsx'
import { Logo } from '#web/kit/ui/logo.tsx'
import { ThemeSwitch } from '#web/site/shell/theme-switch.tsx'

export { createStaffLayoutLoader }

export const StaffShell = () => (
  <StaffLayout bell={<BellSlot />} brand={<Logo />} themeSwitch={<ThemeSwitch compact />} />
)
