import { useLocation, useNavigation } from 'react-router'

/** True while another page is being loaded. What would navigate by itself, such as a search after a pause in typing, must not call back who follows a link. */
export function useIsLeaving(): boolean {
  const { location } = useNavigation()
  const { pathname } = useLocation()
  return location !== undefined && location.pathname !== pathname
}
