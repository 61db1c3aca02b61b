import type { en } from '../en/index.ts'

export const errors: (typeof en)['errors'] = {
  choiceNotKept: 'No se pudo guardar la elección en esta computadora.',
  isDiskFull: 'Revise si el disco está lleno e inténtelo de nuevo.',
  notAllowedHere: 'Esta página no puede hacer eso.',
  restart: 'Reinicie la aplicación.',
  wentWrong: 'Algo falló dentro de la aplicación.',
  savedIsSafe: 'Lo que se guardó está a salvo. Inténtelo de nuevo; si continúa, reinicie la aplicación.',
  notUnderstood: 'La aplicación pidió algo en una forma que no entiende.',
  againOrRestart: 'Inténtelo de nuevo o reinicie la aplicación.',
  dataNotLost: 'Sus datos no se han perdido.',
  unchangedStartAgain: 'No se cambió nada. Vuelva a iniciar la aplicación.',
  dealGone: 'Este expediente ya no está aquí.',
  toPipeline: 'Vuelva a la cartera.',
  documentGone: 'Este documento ya no está adjunto.',
  openDealAgain: 'Abra el expediente de nuevo.',
  valueGone: 'Este valor ya no está ahí.',
  stopped: 'Se detuvo.',
  nothingToDo: 'No hay nada que hacer.',
  notSavedThere: 'El archivo no se pudo guardar ahí.',
  otherFolder: 'Elija otra carpeta e inténtelo de nuevo.',
  outcomes: {
    not_received: 'El servicio no ha recibido nada.',
    received: 'El servicio lo ha recibido.',
    unknown: 'No se sabe si el servicio lo recibió.',
  },
  putAway: 'Quitar',
}
