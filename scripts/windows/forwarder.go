// Stands for git.exe and openssl.exe under Wine, for which no registry of packages has the programs: it hands its arguments,
// variables and standard input to scripts/windows/programs.ts, which runs the Linux program of its name, and prints the answer.
package main

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	self, _ := os.Executable()
	port, err := os.ReadFile(filepath.Join(filepath.Dir(self), "port"))
	if err != nil {
		fail(err)
	}
	connection, err := net.Dial("tcp", "127.0.0.1:"+string(port))
	if err != nil {
		fail(err)
	}
	folder, _ := os.Getwd()
	name := strings.TrimSuffix(strings.ToLower(filepath.Base(self)), ".exe")
	request, _ := json.Marshal(map[string]any{"name": name, "args": os.Args[1:], "cwd": folder, "env": os.Environ()})
	connection.Write(append(request, '\n'))
	go func() {
		io.Copy(connection, os.Stdin)
		connection.(*net.TCPConn).CloseWrite()
	}()
	for {
		var head [5]byte
		if _, err := io.ReadFull(connection, head[:]); err != nil {
			fail(err)
		}
		part := make([]byte, binary.BigEndian.Uint32(head[1:]))
		io.ReadFull(connection, part)
		switch head[0] {
		case 1:
			os.Stdout.Write(part)
		case 2:
			os.Stderr.Write(part)
		case 3:
			os.Exit(int(part[0]))
		}
	}
}

func fail(err error) {
	os.Stderr.WriteString("forwarder: " + err.Error() + "\n")
	os.Exit(126)
}
