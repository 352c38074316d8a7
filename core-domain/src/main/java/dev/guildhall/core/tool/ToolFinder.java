package dev.guildhall.core.tool;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.SearchQuery;
import dev.guildhall.ports.tool.Tool;
import java.util.List;

/** TEMPORARY. */
interface ToolFinder {
    List<SearchHit> find(Caller.User user, SearchQuery query);

    void learn(Tool tool);
}
