import type { en } from '../en/index.ts'

export const crashes: (typeof en)['crashes'] = {
  appFailed: 'Algo falló en Funding Desk.',
  pageHangs: 'Esta ventana no responde.',
  pageHangsText: 'Puede que esté ocupada y se recupere. Sus cambios se conservan, aunque la abra de nuevo.',
  wait: 'Esperar',
  pageEndsAgain: 'Esta ventana falla una y otra vez.',
  savedIsKept:
    'Sus cambios se conservan. Si vuelve a ocurrir, reinicie la computadora o busque una versión más reciente.',
  restartNow: 'Reiniciar Funding Desk',
  later: 'Más tarde',
  openAgain: 'Abrir de nuevo',
  closeWindow: 'Cerrar la ventana',
  reopened: 'Esta ventana se detuvo y se abrió de nuevo.',
  reopenedText: 'Sus cambios se conservan.',
  switched: 'Esta ventana se recargó.',
  switchedText:
    'Otra ventana cambió a otro entorno, entró en la demostración o salió de ella, o restauró una copia de seguridad.',
  switchedUnsaved: 'Sus últimos cambios sin guardar aquí se perdieron.',
}
