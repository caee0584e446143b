import { useLoaderData } from 'react-router'
import { listPromoCodesInput } from '#contract/commerce/promo-codes.ts'
import { useApi } from '#web/identity/index.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { PromoCodeList } from './promo-code-list.tsx'

export const createLoader = staffLoader(async (api, { request }) => {
  const { myPromoCodes } = api.authenticated
  const [list, limits] = await Promise.all([
    myPromoCodes.listMyPromoCodes({ ...readListQuery(listPromoCodesInput, request), limit: 25 }),
    myPromoCodes.showMyPromoCodeLimits(),
  ])
  return { ...list, limits: limits.data }
})

/** The codes that an instructor made for their own courses. */
export function Page() {
  const { data: rows, meta, limits } = useLoaderData<ReturnType<typeof createLoader>>()
  const { myPromoCodes } = useApi().authenticated
  const { maximumPercent, maximumDays, maximumCodes } = limits
  return (
    <PromoCodeList
      rows={rows}
      meta={meta}
      lead={
        maximumPercent === 0
          ? 'Situs ini belum membuka kode promo untuk instruktur.'
          : `Potongan untuk kelasmu sendiri: sampai ${maximumPercent}%, paling lama ${maximumDays} hari, dan ${maximumCodes} kode sekaligus.`
      }
      limits={limits}
      calls={{
        save: (input, existing) =>
          existing ? myPromoCodes.updateMyPromoCode({ ...input, ...existing }) : myPromoCodes.createMyPromoCode(input),
        remove: (id) => myPromoCodes.deleteMyPromoCode({ id }),
      }}
    />
  )
}
