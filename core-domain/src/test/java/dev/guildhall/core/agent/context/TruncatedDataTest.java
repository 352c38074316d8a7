package dev.guildhall.core.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TruncatedDataTest {
    /** Three levels of so many are far more than the longest that is kept, and some of them are fewer than the shortest. */
    private static final int WIDTH = 24;

    private static int bytes(Object data) {
        return JsonText.of(data).getBytes(StandardCharsets.UTF_8).length;
    }

    static IntStream seeds() {
        return IntStream.range(0, 300);
    }

    private static Object data(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 3 : 5)) {
            case 0 -> random.nextLong();
            case 1 -> "é👋\n\"x".repeat(random.nextInt(200));
            case 2 -> random.nextBoolean();
            case 3 -> {
                List<Object> list = new ArrayList<>();
                IntStream.range(0, random.nextInt(WIDTH)).forEach(i -> list.add(data(random, depth - 1)));
                yield list;
            }
            default -> {
                Map<String, Object> map = new LinkedHashMap<>();
                IntStream.range(0, random.nextInt(WIDTH))
                        .forEach(i -> map.put("n".repeat(random.nextInt(90)) + i, data(random, depth - 1)));
                yield map;
            }
        };
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatever_the_data_it_fits_and_says_where_it_was_cut(int seed) {
        Random random = new Random(seed);
        Object whole = JsonData.copyValue(data(random, 3));
        int most = 64 + random.nextInt(5000);

        boolean fits = bytes(whole) <= most;

        Object cut = TruncatedData.of(whole, most);

        assertThat(bytes(cut)).isLessThanOrEqualTo(most);
        assertThat(cut.equals(whole)).isEqualTo(fits);
        assertThat(JsonText.of(cut).contains("cut, ")).isEqualTo(!fits);
        assertThat(Text.isWellFormed(JsonText.of(cut))).isTrue();
    }

    @Test
    void a_cut_object_keeps_its_shape_and_what_comes_first() {
        Object cut = TruncatedData.of(Map.of("text", "x".repeat(1000)), 200);

        assertThat(cut).asInstanceOf(InstanceOfAssertFactories.MAP).containsOnlyKeys("text");
        assertThat(JsonText.of(cut)).startsWith("{\"text\":\"xxx").endsWith("x… (cut, 1000 characters in all)\"}");
    }

    @Test
    void a_cut_list_says_how_many_more_there_were() {
        Object cut = TruncatedData.of(IntStream.range(0, 1000).boxed().toList(), 100);

        assertThat(JsonText.of(cut)).startsWith("[0,1,2,").endsWith(" more)\"]");
    }

    @Test
    void a_long_message_of_a_failure_is_cut_too() {
        ToolOutcome cut = TruncatedData.of(new ToolOutcome.Failure(FailureKind.FAILED, "y".repeat(1000)), 100);

        assertThat(((ToolOutcome.Failure) cut).message()).startsWith("yyy").endsWith("1000 characters in all)");
    }
}
