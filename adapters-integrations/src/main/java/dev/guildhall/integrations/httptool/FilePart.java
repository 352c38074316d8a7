package dev.guildhall.integrations.httptool;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.RequestBody;

/** A file of a multipart form, as an argument: an object with its name, its type, and its content as text or base64. */
public final class FilePart {
    public static final String NAME = "name";
    public static final String TYPE = "mediaType";
    public static final String TEXT = "text";
    public static final String BASE64 = "base64";

    private static final String UNKNOWN_TYPE = "application/octet-stream";

    private FilePart() {}

    /** Adds a file to a form; the member's name is for error messages too. */
    static void add(MultipartBody.Builder form, String member, JsonNode file) throws ArgumentFault {
        String name = ValueText.wellFormed(member, file.path(NAME).asText(""));
        if (name.isEmpty()) {
            throw new ArgumentFault(member, "must have the file's name");
        }
        if (file.path(TEXT).isTextual() == file.path(BASE64).isTextual()) {
            throw new ArgumentFault(member, "must have its content either as text or as base64");
        }
        MediaType type = MediaType.parse(file.path(TYPE).asText(UNKNOWN_TYPE));
        if (type == null) {
            throw new ArgumentFault(member, "must have a media type such as text/plain");
        }
        form.addFormDataPart(member, name, RequestBody.create(content(member, file), type));
    }

    private static byte[] content(String member, JsonNode file) throws ArgumentFault {
        if (file.path(TEXT).isTextual()) {
            return ValueText.wellFormed(member, file.path(TEXT).textValue()).getBytes(StandardCharsets.UTF_8);
        }
        try {
            return Base64.getDecoder().decode(file.path(BASE64).textValue());
        } catch (IllegalArgumentException malformed) {
            throw new ArgumentFault(member, "must have base64 of RFC 4648, section 4");
        }
    }
}
