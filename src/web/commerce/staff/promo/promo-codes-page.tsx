import { useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import { listPromoCodesInput } from '#contract/commerce/promo-codes.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { loadAsStaff } from '#web/kit/staff/load-as-staff.ts'
import { PromoCodeList } from './promo-code-list.tsx'

export const createPromoCodesLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(
      api,
      request,
      () => api.authenticated.promoCodes.listPromoCodes({ ...readListQuery(listPromoCodesInput, request), limit: 25 }),
      {
        adminOnly: true,
      },
    )

export function PromoCodesPage() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createPromoCodesLoader>>()
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
