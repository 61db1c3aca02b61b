import type { en } from '../en/index.ts'

export const vault: (typeof en)['vault'] = {
  noCode: 'Aún no hay código de recuperación.',
  lostWithIt: 'Si se pierde esta computadora o su llavero, sus datos se pierden con ellos.',
  makeOne: 'Crear uno ahora',
  recoveryCode: 'Código de recuperación',
  codeWorks: 'El código de recuperación está confirmado y funciona.',
  penAndPaper: 'Tenga papel y lápiz a mano, y que nadie mire por encima de su hombro.',
  showCode: 'Mostrar el código de recuperación',
  written: 'Ya lo anoté',
  later: 'Más tarde',
  confirmCode: 'Confirmar el código',
  lookAgain: 'Ver el código de nuevo',
  enterWords: 'Ingrese estas palabras de su papel. Hasta que lo haga, el código no funciona.',
  word: (place) => `Palabra ${place}`,
  beginAnewMore: 'Empezar de nuevo…',
  beginEmpty: '¿Empezar sin expedientes?',
  movedAside:
    'Los datos que no se pueden abrir se apartan tal como están, con su clave si la hay, y no se vuelven a tocar. La conexión y el relay se deben configurar otra vez.',
  cancel: 'Cancelar',
  beginAnew: 'Empezar de nuevo',
  canBegin: 'Ya puede empezar',
  goOn: 'Continuar',
  passphrase: 'Frase de contraseña',
  askedEachStart: 'Se pide en cada inicio, porque esta computadora no tiene un llavero.',
  open: 'Abrir',
  forgotten: 'La olvidé',
  sameAgain: 'La misma otra vez',
  differ: 'Las dos no coinciden.',
  presentPassphrase: 'Frase actual',
  changePassphrase: 'Cambiar la frase de contraseña',
  nextPassphrase: 'Frase nueva',
  changeKeeps:
    'Sus datos, el código de recuperación y las copias de seguridad quedan como están. La frase nueva se pide en el próximo inicio.',
  passphraseChanged: 'La frase de contraseña quedó cambiada.',
  usePassphrase: 'Usar esta frase',
  back: 'Atrás',
  welcomeBack: 'Bienvenido de nuevo',
  passphraseInstead: 'Usar una frase de contraseña',
  keysInFile:
    'Las claves se guardan entonces en un archivo que solo abre su frase de contraseña. La ingresa en cada inicio.',
  tryAgain: 'Reintentar',
  enterCode: 'Ingrese su código de recuperación',
  nothingLost: 'Abre los datos que están aquí, y no se pierde nada.',
  restoreBackup: 'Restaurar una copia de seguridad',
  missingSince:
    'Faltará lo que hizo desde que se creó. Los datos que no se pueden abrir se conservan aparte.',
  chooseBackup: 'Elegir una copia de seguridad…',
  untouched: 'Sin expedientes. Los datos que no se pueden abrir se conservan aparte, intactos.',
  openWithCode: 'Abrir con el código',
  whyCode:
    'Sus datos están cifrados, y la clave está en el llavero de esta computadora. Si la computadora se daña o su llavero se restablece, el código de recuperación es la única forma de volver: 12 palabras, que se muestran una vez y no se guardan en ningún lugar.',
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
