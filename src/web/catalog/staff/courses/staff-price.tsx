import { Price } from '#web/catalog/price.tsx'

export const NoPrice = () => <p className="text-sm text-ink-3">Belum ada harga</p>

/** The price of a course as staff see it: a draft may have none yet, which is not free. */
export const StaffPrice = ({ course: { price, discount } }: { course: { price: number | null; discount: number } }) =>
  price === null ? <NoPrice /> : <Price price={price} discount={discount} size="sm" />
