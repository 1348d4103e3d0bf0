import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  collectHints,
  hintPaths,
  parseRemote,
  readGitRemotes,
} from '../../../../../src/core/bindings/suggestions/collect.ts';
import { parseProperties } from '../../../../../src/core/bindings/suggestions/properties.ts';

/** BindingHints of a folder with one file, without that of the folder's own name. */
function hints(path: string, text: string) {
  assert(hintPaths.includes(path), path);
  const all = collectHints({ name: 'folder', files: new Map([[path, text]]) });
  return all.hints
    .slice(0, -1)
    .map(({ kind, text: what, place }) => ({ [kind]: what, ...(place && { place }) }));
}

describe('collectHints', () => {
  it('has the name of the folder where nothing else is there', () =>
    assert.deepEqual(collectHints({ name: 'shop', files: new Map() }), {
      hints: [{ origin: 'folderName', kind: 'name', text: 'shop' }],
      problems: [],
    }));

  it('reads the shared file and reports a malformed one', () => {
    const place = { kind: 'server', serverUrl: 'https://example.org' };
    for (const path of ['.service/connectedMode.json', '.sonarlint/connectedMode.json'])
      assert.deepEqual(hints(path, '{"serverUrl":"https://example.org/","projectKey":"p"}'), [
        { key: 'p', place },
      ]);
    const { problems } = collectHints({ name: 'x', files: new Map([['.service/connectedMode.json', '{']]) });
    assert.deepEqual(problems, ['.service/connectedMode.json: not JSON']);
  });

  it('reads properties of either brand, with the place they name', () => {
    assert.deepEqual(
      hints('sonar-project.properties', 'sonar.projectKey=p\nsonar.host.url=https://example.org/'),
      [{ key: 'p', place: { serverUrl: 'https://example.org' } }],
    );
    assert.deepEqual(hints('service-project.properties', 'service.projectKey = a:b'), [{ key: 'a:b' }]);
    assert.deepEqual(
      hints(
        '.sonarcloud.properties',
        'sonar.organization=acme\nsonar.projectKey=p\nsonar.host.url=https://sonarcloud.io',
      ),
      [{ key: 'p', place: { organizationKey: 'acme' } }],
    );
    assert.deepEqual(hints('gradle.properties', 'systemProp.sonar.projectKey=p'), [{ key: 'p' }]);
    assert.deepEqual(hints('sonar-project.properties', 'sonar.sources=src'), []);
  });

  it('reads the key and the names of a Maven project, not those of its parts', () => {
    const pom = `<project>
      <!-- <artifactId>old</artifactId> -->
      <parent><groupId>org.acme</groupId><artifactId>parent</artifactId></parent>
      <dependencies><dependency><artifactId>library</artifactId></dependency></dependencies>
      <artifactId>shop</artifactId>
      <properties>PROPERTY</properties>
      <build><plugins><plugin><artifactId>plugin</artifactId></plugin></plugins></build>
    </project>`;
    const names = [{ name: 'org.acme:shop' }, { name: 'shop' }];
    assert.deepEqual(hints('pom.xml', pom), names);
    const keyed = pom.replace('PROPERTY', '<sonar.projectKey> k </sonar.projectKey>');
    assert.deepEqual(hints('pom.xml', keyed), [{ key: 'k' }, ...names]);
    const computed = pom.replace('PROPERTY', '<sonar.projectKey>${project.name}</sonar.projectKey>');
    assert.deepEqual(hints('pom.xml', computed), names);
  });

  it('takes no name from a part of a Maven project that describes others, wherever the part stands', () => {
    for (const part of [
      'dependencies',
      'dependencyManagement',
      'build',
      'profiles',
      'reporting',
      'modules',
      'parent',
    ]) {
      const others = `<${part}><x><groupId>other</groupId><artifactId>other</artifactId></x></${part}>`;
      const pom = `<project>${others}<groupId>acme</groupId><artifactId>shop</artifactId></project>`;
      assert.deepEqual(hints('pom.xml', pom), [{ name: 'acme:shop' }, { name: 'shop' }], part);
    }
  });

  it('names a Maven project without a group by its artifact alone', () => {
    assert.deepEqual(hints('pom.xml', '<project><artifactId>shop</artifactId></project>'), [
      { name: 'shop' },
    ]);
    assert.deepEqual(hints('pom.xml', '<project><groupId>acme</groupId></project>'), []);
  });

  it('reads nothing after a comment or a part of a build file that never ends', () => {
    for (const start of ['<!--', '<build>'])
      assert.deepEqual(
        hints(
          'pom.xml',
          `<project><artifactId>shop</artifactId>${start}          <groupId>acme</groupId></project>`,
        ),
        [{ name: 'shop' }],
      );
  });

  it('continues right after a comment', () =>
    assert.deepEqual(
      hints(
        'pom.xml',
        '<project><artifactId>sh<!-- a -->op</artifactId><properties><sonar.projectKey>k<!-- b -->ey</sonar.projectKey></properties></project>',
      ),
      [{ key: 'key' }, { name: 'shop' }],
    ));

  it('reads nothing before the end of an element without a beginning', () =>
    assert.deepEqual(hints('pom.xml', 'some text that is long enough</artifactId>'), []));

  it('reads a build file that begins with the name of the project', () => {
    assert.deepEqual(hints('pom.xml', '<artifactId>shop</artifactId>'), [{ name: 'shop' }]);
    assert.deepEqual(hints('build.gradle', '"sonar.projectKey": "p"'), [{ key: 'p' }]);
  });

  it('gives the kind of file of each hint', () => {
    for (const [path, text, origin] of [
      ['.service/connectedMode.json', '{"serverUrl":"https://example.org","projectKey":"p"}', 'sharedFile'],
      ['sonar-project.properties', 'sonar.projectKey=p', 'propertiesFile'],
      ['gradle.properties', 'systemProp.sonar.projectKey=p', 'propertiesFile'],
      ['pom.xml', '<project><artifactId>p</artifactId></project>', 'buildFile'],
      ['build.gradle', 'property "sonar.projectKey", "p"', 'buildFile'],
      ['build.gradle.kts', 'property("sonar.projectKey", "p")', 'buildFile'],
      ['settings.gradle', "rootProject.name = 'p'", 'buildFile'],
      ['settings.gradle.kts', 'rootProject.name = "p"', 'buildFile'],
      ['SonarQube.Analysis.xml', '<Property Name="sonar.projectKey">p</Property>', 'buildFile'],
      ['.git/config', '[remote "origin"]\n\turl = git@host:acme/p.git\n', 'gitRemote'],
      ['package.json', '{"name":"p"}', 'packageName'],
    ] as const) {
      const { hints: found } = collectHints({ name: 'folder', files: new Map([[path, text]]) });
      assert.ok(found.length > 1, path);
      for (const hint of found.slice(0, -1)) assert.deepEqual([hint.origin, hint.path], [origin, path]);
    }
  });

  it('reads Gradle scripts in both languages', () => {
    assert.deepEqual(hints('build.gradle', `sonar { properties { property "sonar.projectKey", "p" } }`), [
      { key: 'p' },
    ]);
    assert.deepEqual(hints('build.gradle.kts', `property('service.projectKey', 'p')`), [{ key: 'p' }]);
    assert.deepEqual(hints('build.gradle.kts', `properties(mapOf("sonar.projectKey" to "p"))`), [
      { key: 'p' },
    ]);
    assert.deepEqual(hints('build.gradle', `property "sonar.projectKey", "\${project.name}"`), []);
    assert.deepEqual(hints('settings.gradle', `rootProject.name = 'shop'`), [{ name: 'shop' }]);
  });

  it('reads the settings of the scanner for .NET', () => {
    const xml =
      '<SonarQubeAnalysisProperties><Property Name="sonar.projectKey">p</Property></SonarQubeAnalysisProperties>';
    assert.deepEqual(hints('SonarQube.Analysis.xml', xml), [{ key: 'p' }]);
    assert.deepEqual(hints('SonarQube.Analysis.xml', '<Property Name="sonar.projectKey"/>'), []);
  });

  it('reads the name of a package, with and without its scope', () => {
    assert.deepEqual(hints('package.json', '{"name":"@acme/shop"}'), [
      { name: '@acme/shop' },
      { name: 'shop' },
    ]);
    for (const text of ['{', '[]', '{}', '{"name":""}', '{"name":5}']) {
      const files = new Map([['package.json', text]]);
      assert.deepEqual(collectHints({ name: 'folder', files }), {
        hints: [{ origin: 'folderName', kind: 'name', text: 'folder' }],
        problems: [],
      });
    }
  });

  it('derives from a git remote the key that the cloud gives its project', () =>
    assert.deepEqual(hints('.git/config', '[remote "origin"]\n\turl = git@host:acme/shop.git\n'), [
      { key: 'acme_shop' },
      { name: 'shop' },
    ]));

  it('requests no project with a key that the platform would refuse', () => {
    for (const key of ['a b', '../x', 'a&b', '42', 'x'.repeat(401), 'é'])
      assert.deepEqual(hints('sonar-project.properties', `sonar.projectKey=${key}`), [], key);
    const longest = 'x'.repeat(400);
    assert.deepEqual(hints('sonar-project.properties', `sonar.projectKey=${longest}`), [{ key: longest }]);
  });

  it('never throws, whatever the files contain, and takes little time', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.dictionary(fc.constantFrom(...hintPaths), fc.string({ unit: 'grapheme' })),
        (name, files) => {
          collectHints({ name, files: new Map(Object.entries(files)) });
        },
      ),
    );
    const hostile = [
      '<!--',
      '<build>',
      '<parent><',
      '"sonar.projectKey"',
      'rootProject.name=',
      '\\',
      '[remote "',
      ' ',
      '{"name":',
    ];
    const runs = hostile.flatMap((part) => [part.repeat(100_000), `${part.repeat(100_000)}x`]);
    const slashes = `http://h/${'/'.repeat(100_000)}x`;
    for (const text of [...runs, JSON.stringify({ projectKey: 'p', serverUrl: slashes })])
      collectHints({ name: 'x', files: new Map(hintPaths.map((path) => [path, text])) });
  });
});

describe('parseProperties', () => {
  it('parses comments, separators, escapes and continued lines as Java does', () => {
    const text =
      '# comment\n! comment\n a = 1 \nb:2\nc 3\nd\\ e=\\u0041\\\n   B\nempty=\nalone\nx\\:y = \\\\z';
    assert.deepEqual(Object.fromEntries(parseProperties(text)), {
      a: '1',
      b: '2',
      c: '3',
      'd e': 'AB',
      empty: '',
      alone: '',
      'x:y': '\\z',
    });
  });

  it('continues a line only after an odd number of backslashes', () => {
    for (const [slashes, properties] of [
      ['\\', { a: 'bc=d' }],
      ['\\\\', { a: 'b\\', c: 'd' }],
      ['\\\\\\', { a: 'b\\c=d' }],
    ] as const)
      assert.deepEqual(Object.fromEntries(parseProperties(`a=b${slashes}\nc=d`)), properties);
  });

  it('takes a line that continues another for a part of the value, even if it begins like a comment', () => {
    assert.deepEqual(Object.fromEntries(parseProperties('a=b\\\n#c\nd=e')), { a: 'b#c', d: 'e' });
    assert.deepEqual(Object.fromEntries(parseProperties('a=b\\\n\nd=e')), { a: 'b', d: 'e' });
  });

  it('knows keys of one character, and values without a key', () =>
    assert.deepEqual(Object.fromEntries(parseProperties('=value')), { '': 'value' }));
});

describe('readGitRemotes', () => {
  it('gives origin first and keeps no credentials', () => {
    const config =
      '[core]\n\turl = x:y/z\n[remote "fork"]\n\turl = https://u:secret@host/me/shop\n[remote "origin"]\n\turl = ssh://git@host:7999/acme/shop.git';
    assert.deepEqual(readGitRemotes(config), [
      { owner: 'acme', repository: 'shop' },
      { owner: 'me', repository: 'shop' },
    ]);
  });

  it('knows a local path from a repository on a forge', () => {
    for (const local of [
      '/srv/git/shop.git',
      '../shop',
      'C:\\git\\shop',
      'C:/git/shop',
      './a:b/c',
      'https://host/shop',
      'git@host:shop.git',
      'host:',
      '',
    ])
      assert.equal(parseRemote(local), undefined, local);
    assert.deepEqual(parseRemote('https://host/group/sub/shop.git/'), { owner: 'sub', repository: 'shop' });
  });
});
