import { useSiteName } from './page-head.tsx'

/** The logo: a C with three rising steps inside. */
function LogoMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-9 shrink-0">
      <rect width="32" height="32" rx="9" className="logo-tile" />
      <path d="M25 19.5V25H13a6 6 0 0 1-6-6v-6a6 6 0 0 1 6-6h12v5h-4v2.5h-4V17h-4v2.5z" fill="#f7b32b" />
    </svg>
  )
}

export function Logo() {
  return (
    // Where there is no room for the whole name, it wraps out of sight: only the mark is shown.
    <span data-wraps-away className="flex h-9 flex-wrap items-center gap-2.5 overflow-hidden">
      <LogoMark />
      <span className="h-9 max-w-60 truncate py-1 text-xl font-extrabold tracking-[-0.035em]">{useSiteName()}</span>
    </span>
  )
}
