/** Longer numbers, of orders before there were short ones, may break. */
const longestWhole = 20

/** The number of an order or an invoice. Hyphens and slashes do not break it. */
export const OrderNumber = ({ number }: { number: string }) => (
  <span
    className={`font-mono ${number.length > longestWhole ? 'wrap-anywhere' : 'max-md:wrap-anywhere md:whitespace-nowrap'}`}
  >
    {number}
  </span>
)
