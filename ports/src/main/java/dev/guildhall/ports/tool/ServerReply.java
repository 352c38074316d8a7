package dev.guildhall.ports.tool;

import dev.guildhall.ports.JsonData;
import java.util.Map;
import java.util.Optional;

/** The answer to a request of the Model Context Protocol, as it was sent. */
public sealed interface ServerReply {
    /**
     * The request succeeded, or needs input first.
     *
     * @param value the result, with all its members
     */
    record Result(Map<String, Object> value) implements ServerReply {
        public Result {
            value = JsonData.copy(value);
        }

        /** Whether it asks the caller for input and is to be repeated with the answers. */
        public boolean needsInput() {
            return "input_required".equals(value.get("resultType"));
        }
    }

    /**
     * The request was refused.
     *
     * @param code a code of JSON-RPC 2.0 or of the protocol
     * @param message one sentence
     * @param data more for programs; absent when there is none
     */
    record Refused(long code, String message, Optional<Object> data) implements ServerReply {
        public Refused {
            data = data.map(JsonData::copyValue);
        }
    }
}
