import { useLoaderData, useLocation } from 'react-router'
import { listPromoCodesInput } from '#contract/commerce/promo-codes.ts'
import { useApi } from '#web/identity/index.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { PromoCodeList } from './promo-code-list.tsx'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.promoCodes.listPromoCodes({ ...readListQuery(listPromoCodesInput, request), limit: 25 }),
)

export function Page() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createLoader>>()
  const { promoCodes } = useApi().authenticated
  // The settings link here to create the code that they announce.
  const newCode = new URLSearchParams(useLocation().hash.slice(1)).get('baru')
  return (
    <PromoCodeList
      rows={rows}
      meta={meta}
      lead="Potongan yang dipakai siswa dengan mengetik kodenya sebelum membayar."
      limits={null}
      newCode={newCode}
      calls={{
        save: (input, existing) =>
          existing ? promoCodes.updatePromoCode({ ...input, ...existing }) : promoCodes.createPromoCode(input),
        remove: (id) => promoCodes.deletePromoCode({ id }),
      }}
    />
  )
}
