import type { en } from '../en/index.ts'

export const crashes: (typeof en)['crashes'] = {
  appFailed: 'Algo falló en Funding Desk.',
  pageHangs: 'Esta ventana no responde.',
  pageHangsText:
    'Puede que esté ocupada y continúe. Lo que escribió está guardado, también si la abre de nuevo.',
  wait: 'Esperar',
  pageEndsAgain: 'Esta ventana se detiene una y otra vez.',
  savedIsKept:
    'Lo que escribió está guardado. Si vuelve a ocurrir, reinicie la computadora o busque una versión más reciente.',
  restartNow: 'Reiniciar Funding Desk',
  later: 'Más tarde',
  openAgain: 'Abrirla de nuevo',
  closeWindow: 'Cerrar la ventana',
  reopened: 'Esta ventana se había detenido y se abrió de nuevo.',
  reopenedText: 'Lo que escribió está guardado.',
  switched: 'Esta ventana empieza de nuevo.',
  switchedText:
    'Otra ventana cambió a otro entorno, entró en la demostración o salió de ella, o restauró una copia de seguridad.',
  switchedUnsaved: 'Lo último que se escribió aquí y aún no estaba guardado se perdió.',
}
