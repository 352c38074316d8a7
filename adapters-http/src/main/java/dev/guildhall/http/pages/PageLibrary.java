package dev.guildhall.http.pages;

import dev.guildhall.http.ClassPath;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A library of the pages, packaged as a Maven artifact.
 *
 * @param name below {@code lib/} in the pages' addresses
 * @param folder the folder of its files on the class path, with a slash at the end
 */
record PageLibrary(String name, String folder) {
    private static final Pattern FILE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*");

    static PageLibrary npm(String name, String version) {
        return new PageLibrary(name, "/META-INF/resources/_static/" + name + "/" + version + "/");
    }

    static PageLibrary webJar(String name, String version) {
        return new PageLibrary(name, "/META-INF/resources/webjars/" + name + "/" + version + "/");
    }

    Optional<byte[]> file(String path) {
        return FILE.matcher(path).matches() ? ClassPath.find(folder + path) : Optional.empty();
    }
}
