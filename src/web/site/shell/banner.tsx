import { Amount } from '#web/catalog/amount.tsx'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Banner as BannerValue } from '#contract/site/banner.ts'
import { formatDayOfMonth } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { dismissedKey } from '#web/kit/ui/stored-names.ts'

/**
 * The head script sets the dismissed campaign on <html> before the first paint and CSS hides the bar, so that it never flashes.
 * A new campaign shows the bar again.
 */
export function Banner({ announcement }: { announcement: BannerValue }) {
  const { campaign, label, listPrice, price, promoCode, endsAt } = announcement
  useEffect(() => {
    const { dataset } = document.documentElement
    if (dataset['dismissed'] !== undefined && dataset['dismissed'] !== campaign) delete dataset['dismissed']
  }, [campaign])

  function dismiss() {
    document.documentElement.dataset['dismissed'] = campaign
    try {
      localStorage.setItem(dismissedKey, campaign)
    } catch {
      // Storage is blocked: dismissed for this page only.
    }
    // The focused button is hidden with the bar, so the focus moves to the start of the page.
    document.getElementById('konten')?.focus({ preventScroll: true })
  }

  return (
    <section
      aria-label="Pengumuman"
      data-campaign={campaign}
      className="announcement relative bg-kunyit text-on-kunyit print:hidden"
    >
      <div className="wrap flex min-h-11 items-center justify-center py-1.5 pr-13! text-[0.8125rem] leading-snug md:pr-14! md:text-sm md:text-center xl:pr-16!">
        <p>
          <strong className="font-extrabold">{label}</strong>
          {promoCode && (
            <>
              <span aria-hidden="true"> · </span>
              <s className="opacity-80">
                <span className="sr-only">dari </span>
                <Amount idr={listPrice ?? 0} />
              </s>{' '}
              <span className="max-md:sr-only">jadi </span>
              <strong className="font-extrabold">
                <Amount idr={price ?? 0} />
              </strong>
              , sampai <time dateTime={endsAt}>{formatDayOfMonth(endsAt)}</time>.{' '}
              <Link to={paths.sale()} className="relative inline-block rounded-chip underline-offset-4 hover:underline">
                Kode{' '}
                <strong className="rounded-chip bg-on-kunyit px-1.5 py-0.5 font-bold text-kunyit">{promoCode}</strong>
              </Link>
            </>
          )}
        </p>
      </div>
      <button
        type="button"
        onClick={dismiss}
        className="absolute top-0 right-2 grid h-full max-h-14 min-h-11 w-11 place-items-center rounded-button hover:bg-kunyit-hover xl:right-4"
      >
        <X className="size-5" />
        <span className="sr-only">Tutup pengumuman</span>
      </button>
    </section>
  )
}
