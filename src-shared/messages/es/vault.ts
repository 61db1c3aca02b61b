import type { en } from '../en/index.ts'

export const vault: (typeof en)['vault'] = {
  noCode: 'Aún no hay código de recuperación.',
  lostWithIt: 'Si se pierde esta computadora o su llavero, sus datos se pierden con ellos.',
  makeOne: 'Crear uno ahora',
  recoveryCode: 'Código de recuperación',
  codeWorks: 'El código de recuperación está confirmado y funciona.',
  replaceCode:
    'Un código nuevo da a sus datos una clave nueva. Desde entonces el código anterior ya no abre los datos de esta computadora.',
  oldPaperStill:
    'El código anterior todavía abre copias de antes: las copias de seguridad hechas hasta ahora y los datos archivados. Después puede reemplazar aquí esas copias de seguridad.',
  waitForKey: 'Sus datos no están disponibles por un momento mientras cambia su clave.',
  changingKey: {
    documents: (percent) => `Cifrando de nuevo los documentos antiguos: ${percent} %`,
    keys: (percent) => `Cambiando la clave de cada documento: ${percent} %`,
  },
  stillOpens: 'Sus códigos de recuperación anteriores todavía abren estas copias:',
  olderBackups: (count, folder) =>
    count === 1 ? `1 copia de seguridad en ${folder}` : `${count} copias de seguridad en ${folder}`,
  replaceBackups: 'Reemplazar estas copias…',
  backupsReplaced: 'Se hizo una copia de seguridad nueva y se eliminaron las anteriores.',
  deleteFoldersYourself: 'Elimine usted mismo las carpetas que ya no necesite.',
  deleteOlder: (count) =>
    count === 1
      ? '¿Eliminar 1 copia de seguridad anterior?'
      : `¿Eliminar ${count} copias de seguridad anteriores?`,
  deleteOlderText: (folder) =>
    `Primero se hace y se comprueba una copia de seguridad nueva. Luego se eliminan de ${folder} las que abren los códigos de recuperación anteriores. Las copias en otros lugares se quedan.`,
  deleteThem: 'Hacer una copia y eliminar',
  penAndPaper: 'Tenga papel y lápiz a mano, y asegúrese de estar a solas.',
  showCode: 'Mostrar el código de recuperación',
  written: 'Ya lo anoté',
  later: 'Más tarde',
  confirmCode: 'Confirmar el código',
  showAgain: 'Ver el código de nuevo',
  enterWords: 'Ingrese estas palabras de su papel. El código no funciona hasta que lo confirme.',
  word: (place) => `Palabra ${place}`,
  startOverMore: 'Empezar de nuevo…',
  startOverQuestion: '¿Empezar de nuevo sin expedientes?',
  startOverText:
    'Los datos que no se pueden abrir se archivan sin cambios, con su clave si la hay. Debe configurar otra vez la conexión y el relay.',
  cancel: 'Cancelar',
  startOver: 'Empezar de nuevo',
  ready: 'Ya puede empezar',
  continueToApp: 'Continuar',
  passphrase: 'Frase de contraseña',
  askedEachStart: 'La ingresa en cada inicio, porque esta computadora no tiene un llavero.',
  open: 'Abrir',
  forgotten: 'Olvidé la frase',
  sameAgain: 'Repetir la frase',
  differ: 'Las frases no coinciden.',
  currentPassphrase: 'Frase actual',
  changePassphrase: 'Cambiar la frase de contraseña',
  nextPassphrase: 'Frase nueva',
  changeKeeps:
    'Sus datos, el código de recuperación y las copias de seguridad no cambian. Ingrese la frase nueva en el próximo inicio.',
  passphraseChanged: 'Frase de contraseña cambiada.',
  usePassphrase: 'Usar esta frase',
  back: 'Atrás',
  welcomeBack: 'Bienvenido de nuevo',
  passphraseInstead: 'Usar una frase de contraseña',
  keysInFile:
    'Las claves se guardan entonces en un archivo que solo abre su frase de contraseña. La ingresa en cada inicio.',
  tryAgain: 'Reintentar',
  enterCode: 'Ingrese su código de recuperación',
  nothingLost: 'Abre los datos que están aquí sin pérdidas.',
  restoreBackup: 'Restaurar una copia de seguridad',
  missingSince:
    'Faltan los cambios posteriores a la copia. Los datos que no se pueden abrir se conservan en otra carpeta.',
  continueHere: 'Continuar con los datos existentes',
  continueHereText:
    'Abre los datos que todavía se pueden leer, sin los cambios que faltan. Se conservan copias de los archivos dañados en una carpeta aparte.',
  continueMore: 'Continuar…',
  continueWithout: '¿Continuar sin los cambios que faltan?',
  continueWarning:
    'Si tiene una copia de seguridad más reciente, restáurela en su lugar. Un cambio que falta puede incluir una solicitud enviada. Consulte con su socio financiero antes de enviarla de nuevo.',
  continueNow: 'Continuar',
  continued: 'Sus datos están abiertos',
  damagedFilesIn: (folder) =>
    `Las copias de los archivos dañados están en ${folder}. Conserve esta carpeta hasta estar seguro de que no falta nada.`,
  chooseBackup: 'Elegir una copia de seguridad…',
  startOverHint:
    'Empieza sin expedientes. Los datos que no se pueden abrir se conservan sin cambios en otra carpeta.',
  openWithCode: 'Abrir con el código',
  whyCode:
    'Sus datos están cifrados, y su clave está en el llavero de esta computadora. Si la computadora se daña o su llavero se restablece, solo el código de recuperación abre sus datos: 12 palabras, que se muestran una vez y no se guardan en ningún lugar.',
  writeDown:
    'Anote estas 12 palabras en este orden y guarde el papel lejos de esta computadora. Quien las tenga junto con sus datos puede leerlos.',
  oldDataIn: (folder) =>
    `Los datos anteriores están en ${folder}. Conserve esta carpeta: con la clave correcta todavía se pueden abrir.`,
  cannotBeOpened: {
    sandbox: 'No se pueden abrir sus datos de prueba',
    production: 'No se pueden abrir sus datos de producción',
  },
  dataIn: (folder) => `Sus datos están en ${folder}.`,
  newPassphrase:
    'Elija una nueva frase de contraseña. Después, su código de recuperación abre los datos; sin el código solo queda una copia de seguridad que ese código abra, o empezar de nuevo. El secreto de cliente y el relay se deben ingresar otra vez.',
  tooShort: (least) => `Al menos ${least} caracteres; cuatro o cinco palabras están bien.`,
}
