package dev.guildhall.core.tool.ranking;

import static dev.guildhall.core.tool.ranking.Tools.document;
import static dev.guildhall.core.tool.ranking.Tools.ids;
import static dev.guildhall.core.tool.ranking.Tools.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.testkit.contract.AtOnce;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ToolIndexRacesTest {
    private static final int TURNS = 300;

    private final ToolIndex index = new ToolIndex();

    @Test
    void searches_beside_writes_find_what_stays_and_only_whole_tools() throws Exception {
        index.put(document(tool("tool_stays", "mail.send", "Sends a mail")));
        List<Callable<List<String>>> calls = new ArrayList<>();
        for (int writer = 0; writer < 3; writer++) {
            String id = "tool_" + writer;
            calls.add(() -> written(id));
        }
        for (int reader = 0; reader < 3; reader++) {
            calls.add(this::found);
        }

        List<List<String>> found = AtOnce.run(calls);

        assertThat(found.subList(3, 6))
                .allSatisfy(all -> assertThat(all).hasSize(TURNS).containsOnly("tool_stays"));
        assertThat(index.size()).isEqualTo(4);
        assertThat(ids(search("fax"))).containsExactlyInAnyOrder("tool_0", "tool_1", "tool_2");
    }

    private List<String> written(String id) {
        for (int turn = 0; turn < TURNS; turn++) {
            index.put(document(tool(id, "paper.letter", "Writes a letter")));
            index.remove(new ToolId(id));
            index.put(document(tool(id, "paper.fax", "Writes a fax")));
        }
        return List.of();
    }

    /** The results of the searches for a word that only the tool that stays has. */
    private List<String> found() {
        List<String> all = new ArrayList<>();
        for (int turn = 0; turn < TURNS; turn++) {
            all.addAll(ids(search("mail")));
            assertThat(search("letter"))
                    .allMatch(hit -> hit.tool().definition().name().value().equals("paper.letter"));
        }
        return all;
    }

    private List<SearchHit> search(String query) {
        return index.search(new ToolSearch(index.parts(query), List.of(), tool -> true, LearnedQueries.nothing(), 10));
    }
}
