import { useState } from 'react'

const storageKey = 'cendaki-shortcuts'

/** True when the player's shortcuts are on, stored in this browser. */
export function useShortcutsSetting() {
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== 'off')
  return {
    isOn,
    setOn(on: boolean) {
      setOn(on)
      if (on) localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, 'off')
    },
  }
}
