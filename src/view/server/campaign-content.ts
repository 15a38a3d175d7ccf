import { realpathSync } from "node:fs";
import { campaignPaths } from "../../campaign/campaign.js";
import { addCampaignRoutes } from "./campaign-routes.js";
import { LiveFeed } from "./live-feed.js";
import type { PageContent } from "./page-server.js";

/** The page of the campaign in a folder. */
export function campaignContent(directory: string): PageContent {
  const folder = realpathSync(directory);
  return {
    kind: "campaign",
    id: folder,
    open: () => {
      const feed = new LiveFeed({ directory, folder, journal: campaignPaths(folder).journal });
      return {
        addRoutes: (app) => addCampaignRoutes(app, feed, folder),
        read: firstReading(feed),
        close: () => feed.close(),
      };
    },
  };
}

async function firstReading(feed: LiveFeed): Promise<void> {
  const { problem } = await feed.campaign();
  if (problem !== null) throw problem;
}
