/** Commands that print the files of an archive because another program shows the archive as it is. */
export const printedArchives: readonly string[] = [
  'git archive HEAD',
  'git archive HEAD > x.tar; cat x.tar',
  'git archive HEAD | gzip > x.tgz; tar xzOf x.tgz',
  'git archive HEAD | gzip > x.tgz; zcat x.tgz',
  'git archive HEAD | tar x -C sub; cat sub/.env',
  'git archive --add-file=.env HEAD sub | cat',
  'r=HE; git archive ${r}AD | cat',
];

/** Commands that pack files beside a secret and show none of them. */
export const everydayArchives: readonly string[] = [
  'tar -czf backup.tgz . && ls -la backup.tgz && sha256sum backup.tgz',
  'tar czf backup.tgz . && scp backup.tgz host:',
  'tar czf backup.tgz . && tar tzf backup.tgz | head',
  'tar cf backup.tar . && gzip backup.tar',
  'tar cf - src | ssh host tar xf - -C /srv',
  "tar cz . | ssh host 'tar xz -C /srv/app'",
  "tar cf - . | pv | ssh host 'cat > backup.tar'",
  'tar czf - . > /tmp/backup.tgz',
  'tar cf - . | gzip > backup.tgz',
  'tar cf - . | (cd /tmp && tar xf -)',
  '(cd src && tar cf - .) | (cd /tmp && tar xf -)',
  'tar cf - --exclude=.env --exclude=.git . | cat',
  "find . -name '*.ts' | tar czf code.tgz -T -",
  'tar c . | sha256sum',
  "ssh host 'cd /srv && tar cz .' > backup.tgz",
  "zip -r release.zip . -x '.env'",
  'git archive HEAD | gzip > x.tgz',
  'git archive --format=tar.gz --prefix=app/ -o app.tgz HEAD && ls -l app.tgz',
  'git archive HEAD | tar x -C sub && ls sub',
  'git archive HEAD | wc -c',
];
