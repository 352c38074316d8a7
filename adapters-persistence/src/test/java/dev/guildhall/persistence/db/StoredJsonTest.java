package dev.guildhall.persistence.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoredJsonTest {
    @Test
    void a_json_value_is_read_as_it_was_written_with_its_order() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("z", Arrays.asList(1, 2.5, true, null, "\ud83d\ude00 \u0000"));
        object.put("a", Map.of("b", List.of()));
        object.put("long", Long.MAX_VALUE);
        object.put("big", BigInteger.TEN.pow(30));
        object.put("exact", new BigDecimal("0.1234567890123456789012345"));

        Map<String, Object> read = StoredJson.readObject(StoredJson.write(object));

        assertThat(read).isEqualTo(object);
        assertThat(read.keySet()).containsExactly("z", "a", "long", "big", "exact");
    }

    @Test
    void a_number_that_json_cannot_express_is_rejected() {
        List<Object> odd = List.of(
                Double.POSITIVE_INFINITY,
                Double.NaN,
                Float.NEGATIVE_INFINITY,
                List.of(1, List.of(Double.NaN)),
                Map.of("a", Map.of("b", Double.NEGATIVE_INFINITY)));

        assertThat(odd)
                .allSatisfy(value -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> StoredJson.write(value))
                        .withMessageStartingWith("JSON has no number"));
    }
}
