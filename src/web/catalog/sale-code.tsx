import { useRouteLoaderData } from 'react-router'
import { formatDayOfMonth } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Site } from '#contract/site/site.ts'
import { Amount } from './amount.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { copyWithToast } from '#web/kit/ui/sharing/copy-text.ts'

/** The code of the announcement: what it does and how it is used. Nothing without an announced code. */
export function SaleCode() {
  const { announcement } = (useRouteLoaderData('site') as { site: Site }).site
  if (!announcement) return null
  const { promoCode, price, endsAt, label } = announcement
  // A plain announcement has no offer.
  if (promoCode === null || price === null) return null
  return (
    <section id="kode" aria-labelledby="kode-judul" className="wrap mb-8">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-4 md:p-5">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id="kode-judul" className="text-lg font-bold">
            {label}: kode{' '}
            <strong className="rounded-chip bg-kunyit-50 px-1.5 py-0.5 text-kunyit-ink">{promoCode}</strong>
          </h2>
          <p className="mt-1 text-ink-2">
            Buka kelas yang kamu mau, lalu pakai kode ini di kotak harganya. Kelas yang ikut promo jadi{' '}
            <Amount idr={price} />, sampai <time dateTime={endsAt}>{formatDayOfMonth(endsAt)}</time>. Tidak perlu kode
            kalau harganya sudah lebih murah.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            className="needs-script"
            onClick={() =>
              void copyWithToast(promoCode, {
                copied: 'Kode disalin.',
                failed: 'Kode belum bisa disalin. Tekan lama kodenya, lalu salin.',
              })
            }
          >
            Salin kode
          </Button>
          <ButtonLink to={paths.catalogue({ type: 'premium' })}>Pilih kelas</ButtonLink>
        </div>
      </div>
    </section>
  )
}
