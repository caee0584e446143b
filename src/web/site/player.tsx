import { AwaitPayment } from '#web/commerce/await-payment.tsx'
import { createPlayerLoader, PlayerPage } from '#web/learning/player/player-page.tsx'

export { createPlayerLoader }

/** The lesson player; a course that is not open yet shows how its purchase stands. */
export const Player = () => <PlayerPage Locked={AwaitPayment} />
