import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { Link } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { useKept } from '#web/catalog/kept.ts'

/** The way to the cart, with how much is in it. */
export function CartLink() {
  const { length } = useKept('cart')
  return (
    <Link
      to={paths.cart()}
      className="relative grid size-11 shrink-0 place-items-center rounded-button hover:bg-sunken"
    >
      <ShoppingCart aria-hidden className="size-5.5" />
      <span className="sr-only">Keranjang</span>
      {length > 0 && (
        <span className="absolute top-0.5 right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-kunyit px-1 text-xs font-bold text-on-kunyit tabular-nums">
          {length}
          <span className="sr-only"> item</span>
        </span>
      )}
    </Link>
  )
}
